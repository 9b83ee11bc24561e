/** why a popover: a modal dialog, and the sheet is one, lies over everything that is not in the top layer. */
export const showOverDialogs = (line: HTMLElement | null): void => {
	if (!line || !("showPopover" in line)) return;
	line.popover = "manual";
	line.showPopover();
};
