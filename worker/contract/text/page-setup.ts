import * as v from "valibot";
import { described } from "#worker/contract/described";
import { isStoredPicture } from "#worker/contract/text/stored-pictures";
import { visibleLine } from "#worker/contract/text/visible-text";

/** Where a part of a page comes from: what the institution has, a picture of its own, or nothing. */
const pageParts = ["institution", "picture", "none"] as const;
export type PagePart = (typeof pageParts)[number];

export const maxFooterLength = 200;
/** Millimetres. why: printers reach no further, and a wider margin leaves no room for a table. */
export const marginLimits = { least: 10, most: 60 } as const;

const part = (what: string) =>
	described(
		v.picklist(pageParts, "Choose one of them."),
		`Whether ${what} is the institution's, a picture, or left out.`,
	);
const picture = (what: string) =>
	described(
		v.nullable(v.pipe(v.string(), v.check(isStoredPicture, "Choose a picture that is stored here."))),
		`The address of the picture of ${what}; null for none.`,
	);
const margin = (side: string) => {
	const { least, most } = marginLimits;
	const wrong = `Enter ${least} to ${most} mm.`;
	return described(
		v.pipe(v.number(wrong), v.integer(wrong), v.minValue(least, wrong), v.maxValue(most, wrong)),
		`The ${side} margin in millimetres, ${least} to ${most}.`,
	);
};

/** How the pages of a document are set up. */
export const PageSetup = v.strictObject({
	letterhead: part("the head of the first page"),
	letterheadPicture: picture("the head"),
	signature: part("the signature"),
	signaturePicture: picture("the signature"),
	footer: described(
		v.nullable(
			v.pipe(
				v.string(),
				v.transform(visibleLine),
				v.check((line) => !/\{\{|\}\}/.test(line), "A footer has no merge fields: it is the same on every page."),
				v.maxLength(maxFooterLength, `The footer can have at most ${maxFooterLength} characters.`),
				v.transform((line) => line || null),
			),
		),
		"What is at the foot of every page, beside its number; null for the application number and the institution.",
	),
	margins: described(
		v.strictObject({ top: margin("top"), right: margin("right"), bottom: margin("bottom"), left: margin("left") }),
		"The margins, in millimetres.",
	),
});
export type PageSetup = v.InferOutput<typeof PageSetup>;

/** A page as it is while nothing is set up. */
export const usualPage: PageSetup = {
	letterhead: "institution",
	letterheadPicture: null,
	signature: "institution",
	signaturePicture: null,
	footer: null,
	margins: { top: 14, right: 15, bottom: 18, left: 15 },
};
