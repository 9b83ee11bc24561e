import type { AppLoadContext } from "@remix-run/cloudflare";
import { fullName } from "#app/format/names";

/**
 * What a form is answered whose applicant was merged into another since it was opened, and which changes nobody; null
 * for that of anybody else. why: it was written about the one, and is not done to the other unseen.
 */
export const mergedMeanwhile = async (context: AppLoadContext, applicantId = ""): Promise<string | null> => {
	const found = await context.applicant(applicantId);
	if (!found.ok || found.value.id === applicantId) return null;
	const { applicationNumber } = found.value;
	return `This applicant was merged into ${fullName(found.value)} (${applicationNumber}) meanwhile. Nothing was saved: open ${applicationNumber}, and do it there if it is still right.`;
};
