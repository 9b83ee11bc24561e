import type { OrgContext } from "#worker/context";
import { places } from "#worker/contract/forms/places.server";
import { sampleAnswers } from "#worker/contract/forms/sample-answers";
import { fail, ok } from "#worker/contract/result";
import { findEdited, findVersion } from "#worker/services/form-designs/queries";
import { organisationById } from "#worker/services/organisation/queries";
import { drawForm, readLogo } from "#worker/services/printing/print-applicant";
import { printableForm } from "#worker/services/printing/printable-form";

/** Returns a form design on paper, with made-up answers: its draft, or a published version. */
export const printSample = async (ctx: OrgContext, designId: string, number: number | undefined) => {
	const [design, version, [organisation], logo] = await Promise.all([
		findEdited(ctx, designId),
		number === undefined ? undefined : findVersion(ctx, designId, number),
		organisationById(ctx.db, ctx.organisationId),
		readLogo(ctx),
	]);
	const layout = number === undefined ? (design?.draft ?? design?.published ?? { sections: [] }) : version?.layout;
	if (!design || !organisation || !layout) return fail("not_found");
	// why: what referees answer is not printed, and may have the ids of what the applicant answers.
	const own = { sections: layout.sections.filter(({ refereeSectionType }) => refereeSectionType === undefined) };
	const form = { layout: own, duplicateFields: { sections: {}, rows: {} }, ...sampleAnswers(own, places) };
	const printable = printableForm({
		organisation,
		applicant: { ...sample, applicationTitle: design.title, regDate: ctx.now(), lastReviewed: null },
		form,
		portalOrigin: ctx.env.PORTAL_ORIGIN,
	});
	return ok(await drawForm(printable, { logo, photo: undefined }));
};

/** An applicant who does not exist. */
const sample = {
	id: "sample",
	publicId: "sample",
	firstName: "Sample",
	middleName: null,
	lastName: "Applicant",
	applicationNumber: "SAMPLE",
	hasPhoto: false,
	accountEmail: "applicant@example.com",
	status: "SUBMITTED",
	tags: [],
	course: { code: "000", title: "A course" },
};
