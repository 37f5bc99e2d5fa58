"""The command `duelhall docs`."""

from duelhall.terminal.parameters import Flag, PageName


def docs(page: PageName | None = None, /, *, json: Flag = False) -> None:
    """Show a page of the documentation, or list the pages.

    Parameters
    ----------
    page
        The name of a page, for example arena, protocol or api. By default, all pages are listed.
    json
        Print the list of pages as JSON.

    """
    from duelhall.engine.errors import BadUsage
    from duelhall.terminal.docs import pages_as_json, print_page, print_page_list

    if page is not None and json:
        raise BadUsage("--json is for the list of pages: leave out the page, or --json")
    if json:
        print(pages_as_json())
    elif page is None:
        print_page_list()
    else:
        print_page(page)
