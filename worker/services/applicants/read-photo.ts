import type { OrgContext } from "#worker/context";
import type { Result } from "#worker/contract/result";
import { type OpenPicture, openPicture } from "#worker/gateways/open-picture";
import { findPhotoKey } from "#worker/services/applicants/applicant.queries";

/** The passport picture, streamed from the bucket (§2 Applicant side sheet). */
export const readPhoto = async (ctx: OrgContext, applicantId: string): Promise<Result<OpenPicture>> =>
	openPicture(ctx.env, await findPhotoKey(ctx, applicantId));
