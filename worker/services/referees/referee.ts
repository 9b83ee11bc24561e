import type { FormLayout, FormSection } from "#worker/contract/forms/form-schema";
import { fail, ok } from "#worker/contract/result";

/** The status of a referee who has answered; with any other they can be asked again (§4 Referee status). */
export const submitted = "submitted";

/** Returns the sections that a referee of this kind answers; those of every kind where none was named (§3). */
export const inputsFor = (layout: FormLayout | null, kind: string | null): FormSection[] =>
	(layout?.sections ?? []).filter(
		({ refereeSectionType }) => refereeSectionType !== undefined && (kind === null || refereeSectionType === kind),
	);

interface Standing {
	usedAt: number | null;
	expiresAt: number;
	status: string;
}

/** Checks whether a reference can be given by this link now; one that cannot is only named as such. */
export const decideInvitation = <I extends Standing>(invitation: I | undefined, now: number) => {
	if (!invitation) return fail("reference_link_unknown");
	if (invitation.usedAt !== null || invitation.status === submitted) return fail("reference_given");
	return invitation.expiresAt <= now ? fail("reference_link_expired") : ok(invitation);
};
