import * as v from "valibot";
import { visibleLine } from "#worker/contract/text/visible-text";

/** The format of an application that names no other. */
export const usualNumberFormat = "{SHORT}/{YY}/#####";

/**
 * How the application numbers of an application are made: `{SHORT}` is the institution's short name, `{YYYY}` and `{YY}` the
 * year in which the applicant registers, and a row of `#` the serial number with at least that many digits.
 */
export const NumberFormat = v.pipe(
	v.string("Enter a number format"),
	v.transform(visibleLine),
	v.minLength(1, "Enter a number format"),
	v.maxLength(40, "Enter at most 40 characters."),
	v.regex(
		/^([\w/.-]|\{SHORT\}|\{YYYY\}|\{YY\})*#{1,8}([\w/.-]|\{SHORT\}|\{YYYY\}|\{YY\})*$/,
		"Use letters, digits, / - . and {SHORT}, {YYYY} or {YY}, with one row of # for the serial number.",
	),
);

export interface NumberedIn {
	shortName: string;
	/** Four digits, in the institution's time zone. */
	year: string;
}

/** Returns a format with its names filled in: what is around the serial number, and how many digits that has at least. */
export const seriesOf = (format: string, { shortName, year }: NumberedIn) => {
	const fill = (text: string) =>
		text.replaceAll("{SHORT}", shortName).replaceAll("{YYYY}", year).replaceAll("{YY}", year.slice(-2));
	const [before = "", after = ""] = format.split(/#+/);
	return { before: fill(before), after: fill(after), digits: format.match(/#/g)?.length ?? 1 };
};

/** Returns the application number with this serial number. */
export const applicationNumber = (format: string, about: NumberedIn, serial: number): string => {
	const { before, after, digits } = seriesOf(format, about);
	return `${before}${String(serial).padStart(digits, "0")}${after}`;
};
