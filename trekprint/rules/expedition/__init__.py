"""The Expedition (rules, section 2): three Ascents, Assist cards, stars, records.

A log of steps is all that is kept. `replay` makes a `State` of one Expedition from it,
`chronicle` puts the Ascents of many Expeditions in their order, which decides records
and envelopes, and `stars` counts. Everything here is pure: chance, dates and sheets
come in as arguments.
"""
