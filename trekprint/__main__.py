"""`python -m trekprint`."""

from trekprint.cli import main

if __name__ == "__main__":
    main()
