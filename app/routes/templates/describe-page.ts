import * as v from "valibot";
import { type PagePart, PageSetup } from "#worker/contract/text/page-setup";

const parts: Record<PagePart, string> = { institution: "the institution’s", picture: "a picture", none: "none" };

/** Says how pages are set up, for the history. */
export const describePage = (value: unknown): string => {
	const read = v.safeParse(PageSetup, value);
	if (!read.success) return "As usual";
	const { letterhead, signature, footer, margins } = read.output;
	return [
		`Letterhead: ${parts[letterhead]}`,
		`signature: ${parts[signature]}`,
		`footer: ${footer ?? "as usual"}`,
		`margins: ${margins.top}, ${margins.right}, ${margins.bottom}, ${margins.left} mm`,
	].join("; ");
};
