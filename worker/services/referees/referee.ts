import type { FormLayout, FormSection } from "#worker/contract/forms/form-schema";
import { fail, ok } from "#worker/contract/result";
import type { OpenPlace } from "#worker/services/referees/contract";

/** The status of a referee who has answered; with any other they can be asked again (§4 Referee status). */
export const submitted = "submitted";

/** Returns the sections that a referee of this kind answers; those of every kind where none was named (§3). */
export const inputsFor = (layout: FormLayout | null, kind: string | null): FormSection[] =>
	(layout?.sections ?? []).filter(
		({ refereeSectionType }) => refereeSectionType !== undefined && (kind === null || refereeSectionType === kind),
	);

/**
 * Returns the referees that a form asks for and who are not named yet: one for each kind of section. A referee without
 * a kind answers every section, so that none is left.
 */
export const openPlacesOf = (layout: FormLayout | null, named: readonly { kind: string | null }[]): OpenPlace[] => {
	if (named.some(({ kind }) => kind === null)) return [];
	const places = new Map<string, OpenPlace>();
	for (const { refereeSectionType: kind, title } of layout?.sections ?? [])
		if (kind !== undefined && !places.has(kind)) places.set(kind, { kind, title });
	for (const { kind } of named) places.delete(kind ?? "");
	return [...places.values()];
};

interface InvitationState {
	usedAt: number | null;
	expiresAt: number;
	status: string;
}

/** Checks whether a reference can be given by this link now; one that cannot is only named as such. */
export const decideInvitation = <I extends InvitationState>(invitation: I | undefined, now: number) => {
	if (!invitation) return fail("reference_link_unknown");
	if (invitation.usedAt !== null || invitation.status === submitted) return fail("reference_given");
	return invitation.expiresAt <= now ? fail("reference_link_expired") : ok(invitation);
};
