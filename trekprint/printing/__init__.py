"""Layouts to PDF."""
