import { ok } from "#worker/contract/result";
import { formatDate } from "#worker/contract/text/dates";
import { mergeFields } from "#worker/contract/text/fill-template";
import { fullName } from "#worker/contract/text/full-name";
import { mergeValuesOf } from "#worker/contract/text/merge-values";
import { readRichText } from "#worker/contract/text/read-rich-text.server";
import { contentWidth, ink, type PdfNode } from "#worker/gateways/pdf/content";
import { letterhead } from "#worker/gateways/pdf/letterhead";
import type { Picture } from "#worker/gateways/pdf/read-picture";
import { drawRichText } from "#worker/gateways/pdf/rich-text";
import type { Applicant } from "#worker/services/applicants/contract";
import type { PrintingOrganisation } from "#worker/services/organisation/queries";

/** What every letter of an institution shares. */
export interface Stationery {
	organisation: PrintingOrganisation & { signatoryName: string | null; signatoryTitle: string | null };
	logo: Picture | undefined;
	signature: Picture | undefined;
}

export interface LetterText {
	template: { id: string; name: string; content: string };
	applicant: Pick<
		Applicant,
		| ("firstName" | "middleName" | "lastName" | "accountEmail" | "course" | "location")
		| ("applicationNumber" | "applicationTitle" | "reference")
	>;
	/** The stage it is made for; the comment is that of the stage change. */
	stageName: string;
	comment: string | null;
	/** UTC milliseconds. */
	date: number;
}

/** Returns a letter (§2 Offer Letter): letterhead, the template's text with its fields filled in, signature. */
export const letterDocument = (stationery: Stationery, text: LetterText) => {
	const { organisation, logo } = stationery;
	const { template, applicant, date } = text;
	const merged = mergeFields(template.content, valuesOf(stationery, text));
	if (!merged.ok) return merged;
	const content: PdfNode[] = [
		...letterhead(organisation, logo),
		{
			columns: [
				{ text: `Our reference: ${applicant.reference}`, color: ink.soft, width: contentWidth / 2 },
				{ text: formatDate(date, organisation.timeZone), alignment: "right", color: ink.soft, width: "*" },
			],
			margin: [0, 0, 0, 16],
		},
		...drawRichText(readRichText(merged.value)).map((block) => ({ fontSize: 10.5, lineHeight: 1.25, ...block })),
		...signatureBlock(stationery),
	];
	const part = { content, footer: `${applicant.applicationNumber}  ·  ${organisation.name}` };
	return ok({ title: `${template.name} of ${fullName(applicant)}`, author: organisation.name, parts: [part] });
};

const valuesOf = ({ organisation }: Stationery, { applicant, stageName, comment, date }: LetterText) =>
	mergeValuesOf({
		organisation,
		applicant: {
			...applicant,
			email: applicant.accountEmail,
			courseCode: applicant.course.code,
			courseTitle: applicant.course.title,
			locationName: applicant.location?.name ?? null,
		},
		stageName,
		comment,
		date,
	});

const signatureBlock = ({ organisation, signature }: Stationery): PdfNode[] => {
	const { signatoryName, signatoryTitle } = organisation;
	if (!signature && signatoryName === null) return [];
	return [
		{
			unbreakable: true,
			margin: [0, 20, 0, 0],
			stack: [
				...(signature ? [{ image: signature.dataUrl, fit: [150, 54] } as PdfNode] : [{ text: "\n\n" }]),
				{
					canvas: [{ type: "line", x1: 0, y1: 0, x2: 190, y2: 0, lineWidth: 0.6, lineColor: ink.faint }],
					margin: [0, 2, 0, 4],
				},
				{ text: signatoryName ?? organisation.name, bold: true },
				...(signatoryTitle === null ? [] : [{ text: signatoryTitle, color: ink.soft }]),
			],
		},
	];
};
