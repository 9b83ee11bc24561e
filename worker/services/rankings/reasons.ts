import { type CourseShare, type Quota, quotaLabels, quotas } from "#worker/contract/ranking/quotas";
import { isEligible } from "#worker/services/rankings/allocate";
import type { PlacedApplicant } from "#worker/services/rankings/queries";

/** Writes hundredths of a point: 6150 is "61.5". */
const pointsText = (hundredths: number): string =>
	(hundredths / 100).toLocaleString("en", { maximumFractionDigits: 2 });

type Placed = Omit<PlacedApplicant, "seq" | "isCatchment" | "isElds"> & { isCatchment: boolean; isElds: boolean };
type Shares = Record<Quota, CourseShare> | null;

const nameOf = (quota: Quota): string => (quota === "merit" ? "merit" : quotaLabels[quota].toLowerCase());

interface Reason {
	reason: string;
	isTied: boolean;
}

/** Says why an applicant is proposed, or is not. @param hasState whether the state of origin is known */
export const reasonOf = (placed: Placed, shares: Shares, free: number, hasState: boolean): Reason => {
	const plain = (reason: string): Reason => ({ reason, isTied: false });
	if (placed.standing === "holds") return plain("Has an offer, or is admitted.");
	if (shares === null) return plain("The seats have not been given yet.");
	if (placed.standing === "cannotTell") return plain(unknownReason(placed, shares, free));
	if (placed.quota !== null) return proposedReason(placed, shares[placed.quota], placed.quota);
	if (free === 0) return plain("No seat is free.");
	return notProposedReason(placed, shares, hasState);
};

const proposedReason = ({ pointsHundredths }: Placed, { last, tiedOut }: CourseShare, quota: Quota): Reason => {
	const reason = quota === "merit" ? "Proposed by merit." : `Proposed for ${quotaLabels[quota].toLowerCase()}.`;
	const isTied = tiedOut > 0 && last?.pointsHundredths === pointsHundredths;
	return isTied
		? { isTied, reason: `${reason} Has exactly the cut-off, and comes first by the tie-breaking rule.` }
		: { isTied, reason };
};

const notProposedReason = (placed: Placed, shares: Record<Quota, CourseShare>, hasState: boolean): Reason => {
	const open = quotas.filter((quota) => isEligible(placed, quota) && shares[quota].last !== null);
	const tied = open.find((quota) => shares[quota].last?.pointsHundredths === placed.pointsHundredths);
	const last = tied && shares[tied].last;
	if (tied && last)
		return { isTied: true, reason: `Has exactly the cut-off by ${nameOf(tied)}, but ${tieText(placed, last)}.` };
	const cutOffs = open.map((quota) => `${pointsText(shares[quota].last?.pointsHundredths ?? 0)} by ${nameOf(quota)}`);
	const below = cutOffs.length === 0 ? "No seat is left." : `Below the cut-off: ${cutOffs.join(", ")}.`;
	return {
		isTied: false,
		reason: hasState ? below : `${below} The state of origin is not known, so only merit counts.`,
	};
};

/** Says what decided a tie: the UTME score, then the submission, then the registration. */
const tieText = (placed: Placed, last: NonNullable<CourseShare["last"]>): string => {
	if (placed.utmeHundredths < last.utmeHundredths)
		return placed.utmeHundredths < 0
			? "the UTME score is not known"
			: `the UTME score is ${pointsText(placed.utmeHundredths)} and the last who is proposed has ${pointsText(last.utmeHundredths)}`;
	return placed.submittedAt > last.submittedAt
		? "submitted the form later than the last who is proposed, with the same UTME score"
		: "registered later than the last who is proposed, with the same UTME score";
};

const unknownReason = (placed: Placed, shares: Record<Quota, CourseShare>, free: number): string => {
	const most = `Not ranked: a part of the score is not known. With it, at most ${pointsText(placed.mostHundredths)}`;
	if (free === 0) return `${most}. No seat is free.`;
	const cutOffs = quotas.flatMap((quota) =>
		isEligible(placed, quota) ? (shares[quota].last?.pointsHundredths ?? []) : [],
	);
	const given = quotas.reduce((sum, quota) => sum + shares[quota].proposed, 0);
	const isEnough = given < free || cutOffs.some((cutOff) => placed.mostHundredths >= cutOff);
	return `${most}, which ${isEnough ? "could be enough for a seat" : "is below every cut-off"}.`;
};
