import type { RequestContext } from "#worker/context";
import type { FormData, FormLayout, FormSection } from "#worker/contract/forms/form-schema";
import { fail, ok } from "#worker/contract/result";
import { answerPicture } from "#worker/http/file-answer";
import { refuseAddress } from "#worker/http/rate-limit";
import { findByPublicId, findPhotoOfSummary, namesOfFiles } from "#worker/services/candidate-info/queries";

/** Refuses an address that opens more than 60 summaries or pictures a minute: enough for an office, too few to collect. */
const refuseMany = (ctx: RequestContext, name: string) => refuseAddress(ctx, { name, attempts: 60, windowMs: 60_000 });

/** The public summary (§2 candidate-info, §3 Candidate info): what §3 names, nothing of the referees. */
export const readCandidateInfo = async (ctx: RequestContext, publicId: string, organisation?: string) => {
	const refused = await refuseMany(ctx, "candidate-info");
	if (refused) return refused;
	const found = await findByPublicId(ctx, publicId, organisation);
	if (!found) return fail("not_found");
	const { organisationId, submissionId, candidate, status, applicationTitle, course } = found;
	const layout = found.layout ?? { sections: [] };
	const isPublic = publicFields(layout);
	const files = submissionId ? await namesOfFiles(ctx, organisationId, submissionId) : [];
	return ok({
		candidate: { ...candidate, status, applicationTitle, course },
		formData: {
			data: publicAnswers(layout, found.data ?? {}),
			attachments: files.filter(({ fieldId }) => isPublic(fieldId)).map(({ name, mimetype }) => ({ name, mimetype })),
		},
		formSchema: publicLayout(layout),
	});
};

/** The picture of a public summary (§2 candidate-info). */
export const readSummaryPhoto = async (ctx: RequestContext, publicId: string, organisation?: string) => {
	const refused = await refuseMany(ctx, "candidate-info-photo");
	if (refused) return refused;
	const found = await findPhotoOfSummary(ctx, publicId, organisation);
	return answerPicture(ctx.env, found?.photoKey);
};

const isReferees = (section: FormSection) => section.refereeSectionType !== undefined;

/** The layout without the sections that referees answer: what they wrote is confidential. */
const publicLayout = ({ sections }: FormLayout): FormLayout => ({
	sections: sections.filter((section) => !isReferees(section)),
});

/** Checks whether this is a field, or a repeat of one (`school__2`), of a public section and of no referee's. */
const publicFields = (layout: FormLayout): ((fieldId: string) => boolean) => {
	const open = fieldsOf(layout.sections.filter((section) => !isReferees(section)));
	const confidential = fieldsOf(layout.sections.filter(isReferees));
	return (fieldId) => {
		const names = [fieldId, fieldId.replace(/(__\d+)+$/, "")];
		return names.some((name) => open.has(name)) && !names.some((name) => confidential.has(name));
	};
};

const fieldsOf = (sections: readonly FormSection[]): Set<string> =>
	new Set(sections.flatMap(({ rows }) => rows.flatMap(({ cols }) => cols.map(({ fieldId }) => fieldId))));

/** The answers to public fields; an answer the layout does not know stays private. */
const publicAnswers = (layout: FormLayout, data: FormData): FormData => {
	const isPublic = publicFields(layout);
	return Object.fromEntries(Object.entries(data).filter(([fieldId]) => isPublic(fieldId)));
};
