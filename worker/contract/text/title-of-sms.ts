import { visibleLine } from "#worker/contract/text/visible-text";

const titleLength = 80;

/** Returns the beginning of an SMS, by which lists name it; a merge field is not cut. */
export const titleOfSms = (message: string): string => {
	const line = visibleLine(message);
	if (line.length <= titleLength) return line;
	const cut = line.slice(0, titleLength);
	const open = cut.lastIndexOf("{{");
	return `${(cut.indexOf("}}", open) < 0 && open >= 0 ? cut.slice(0, open) : cut).trimEnd()}…`;
};
