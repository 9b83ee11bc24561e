import type { FormLayout, FormSection } from "#worker/contract/forms/form-schema";
import { fail, ok, type Result } from "#worker/contract/result";

/** The status of a referee who has answered; with any other they can be asked again (§4 Referee status). */
export const submitted = "submitted";

/** The sections of a form that a referee of this kind answers; those of every kind where none was named (§3). */
export const inputsFor = (layout: FormLayout | null, kind: string | null): FormSection[] =>
	(layout?.sections ?? []).filter(
		({ refereeSectionType }) => refereeSectionType !== undefined && (kind === null || refereeSectionType === kind),
	);

interface Standing {
	usedAt: number | null;
	expiresAt: number;
	status: string;
}

/** May a reference be given by this link now? Of an answered, an old and a made-up one each says no more than that. */
export const decideInvitation = <I extends Standing>(invitation: I | undefined, now: number): Result<I> => {
	if (!invitation) return fail("reference_link_unknown");
	if (invitation.usedAt !== null || invitation.status === submitted) return fail("reference_given");
	return invitation.expiresAt <= now ? fail("reference_link_expired") : ok(invitation);
};
