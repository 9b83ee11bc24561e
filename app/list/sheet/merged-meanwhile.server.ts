import type { AppLoadContext } from "@remix-run/cloudflare";
import { fullName } from "#app/format/names";

/** Returns the message for a form whose applicant was merged after the form was opened; null if not merged. */
export const mergedMeanwhile = async (context: AppLoadContext, applicantId = ""): Promise<string | null> => {
	const found = await context.applicant(applicantId);
	if (!found.ok || found.value.id === applicantId) return null;
	const { applicationNumber } = found.value;
	return `This applicant was merged into ${fullName(found.value)} (${applicationNumber}). Nothing was saved. Open ${applicationNumber} to make the change there.`;
};
