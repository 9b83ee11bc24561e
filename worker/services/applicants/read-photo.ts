import type { OrgContext } from "#worker/context";
import { openPicture } from "#worker/gateways/open-picture";
import { findPhotoKey } from "#worker/services/applicants/applicant.queries";

/** The passport picture, streamed from the bucket (§2 Applicant side sheet). */
export const readPhoto = async (ctx: OrgContext, applicantId: string) =>
	openPicture(ctx.env, await findPhotoKey(ctx, applicantId));
