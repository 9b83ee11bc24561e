import type { RequestContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import { bucketFor, countAttempts } from "#worker/http/rate-limit";
import { publicAnswers, publicFields, publicLayout } from "#worker/services/candidate-info/public-form";
import { findByPublicId, namesOfFiles } from "#worker/services/candidate-info/queries";

/** Summaries one address may open a minute: a whole office's, but no harvest. */
const limit = { name: "candidate-info", attempts: 60, windowMs: 60_000 };

/** The public summary (§2 candidate-info, §3 Candidate info): what §3 names, nothing of the referees. */
export const readCandidateInfo = async (ctx: RequestContext, publicId: string, organisation?: string) => {
	const bucket = await bucketFor(limit.name, ctx.address);
	const refused = await countAttempts(ctx, "", [{ limit, bucket }]);
	if (refused) return refused.refusal;
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
