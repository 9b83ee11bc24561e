import { answerText } from "#worker/contract/forms/answer-text";
import { drawnFields, type ReadField, type ReadSection, readForm } from "#worker/contract/forms/form-reading";
import type { FileOfForm, ReadResult } from "#worker/contract/forms/form-values";
import { formatDate } from "#worker/contract/text/dates";
import { fullName } from "#worker/contract/text/full-name";
import { missing } from "#worker/contract/text/missing";
import { capitalised } from "#worker/contract/text/printed-text";
import type { Applicant } from "#worker/services/applicants/contract";
import type { Submission } from "#worker/services/forms/contract";
import { logoUrlOf } from "#worker/services/organisation/contract";
import type { PrintingOrganisation } from "#worker/services/organisation/queries";
import type { PrintableForm, PrintedField } from "#worker/services/printing/contract";

/** What is printed of an applicant. */
interface PrintedApplicant
	extends Pick<Applicant, "id" | "publicId" | "firstName" | "middleName" | "lastName" | "applicationNumber">,
		Pick<Applicant, "applicationTitle" | "hasPhoto" | "accountEmail" | "status" | "regDate" | "lastReviewed"> {
	tags: readonly { label: string }[];
	course: Pick<Applicant["course"], "code" | "title">;
}

interface FormToPrint {
	organisation: PrintingOrganisation;
	applicant: PrintedApplicant;
	/** Left out for an applicant who has not begun the form. */
	form: (Pick<Submission, "layout" | "data" | "duplicateFields"> & { attachments: readonly FileOfForm[] }) | undefined;
	portalOrigin: string;
	/** Whether sensitive answers are printed as they are; otherwise they are masked. */
	isClear?: boolean;
}

/** Returns the printable applicant form (§2) as texts: the one source of the page and of the PDF. */
export const printableForm = ({
	organisation,
	applicant,
	form,
	portalOrigin,
	isClear = false,
}: FormToPrint): PrintableForm => {
	const { id, name, email, phone, address, timeZone } = organisation;
	const { applicationNumber, applicationTitle, hasPhoto } = applicant;
	return {
		organisation: { id, name, email, phone, address, logoUrl: logoUrlOf(organisation) },
		applicant: { id: applicant.id, name: fullName(applicant), applicationNumber, applicationTitle, hasPhoto },
		status: printedStatus(applicant.status),
		facts: factsOf(applicant, organisation),
		summaryUrl: `${portalOrigin}/${id}/candidate-info/${applicant.publicId}`,
		sections: form ? sectionsOf(form, isClear).map((section) => printSection(section, timeZone)) : [],
	};
};

/** §4 Printable form status mapping. */
export const printedStatus = (stageType: string): PrintableForm["status"] => {
	switch (stageType.toLowerCase()) {
		case "accepted":
			return { label: "Approved", colour: "green" };
		case "declined":
			return { label: "Declined", colour: "red" };
		case "submitted":
			return { label: "Processing", colour: "blue" };
		default:
			return { label: "Pending", colour: "grey" };
	}
};

const factsOf = (
	applicant: PrintedApplicant,
	{ timeZone, courseAlias }: PrintingOrganisation,
): PrintableForm["facts"] => [
	{ label: "Application number", value: applicant.applicationNumber },
	{ label: "Last reviewed", value: formatDate(applicant.lastReviewed, timeZone) },
	{ label: capitalised(courseAlias), value: `${applicant.course.code} ${applicant.course.title}` },
	{ label: "Registered date", value: formatDate(applicant.regDate, timeZone) },
	{ label: "Tags", value: applicant.tags.map(({ label }) => label).join(", ") || missing },
	{ label: "Submitted by", value: applicant.accountEmail || missing },
];

/** Leaves out the sections of referees. why after the reading: it would list their answers as 'Other answers'. */
const sectionsOf = (
	{ layout, data, duplicateFields, attachments }: NonNullable<FormToPrint["form"]>,
	isClear: boolean,
) =>
	readForm({ layout, data, repeats: duplicateFields, attachments, isClear }).filter(
		({ refereeSectionType }) => refereeSectionType === undefined,
	);

const printSection = ({ id, title, rows }: ReadSection, timeZone: string): PrintableForm["sections"][number] => ({
	id,
	title,
	fields: rows.flatMap((row) => drawnFields(row).map((field) => printField(field, timeZone))),
});

const printResult = ({ title, candidate, registrationNumber, gender, subjects, credits }: ReadResult) => ({
	title: `${title}, ${credits === 1 ? "1 credit" : `${credits} credits`}`,
	candidate,
	registrationNumber,
	gender,
	subjects: subjects.map(({ name, grade, isCredit, isCore }) => ({ name, grade, isCredit, isCore })),
});

/** A text longer than this does not fit into half the page. */
const longestNarrow = 140;

const printField = (field: ReadField, timeZone: string): PrintedField => {
	const { label } = field;
	if (field.kind === "rich-text") return { kind: "rich-text", label, value: field.value, wide: true };
	if (field.kind === "results") return { kind: "results", label, value: field.value.map(printResult), wide: true };
	const value = answerText(field, timeZone);
	return { kind: "text", label, value, wide: field.kind === "long-text" || value.length > longestNarrow };
};
