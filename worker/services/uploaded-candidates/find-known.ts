import type { OrgContext } from "#worker/context";
import type { KnownBy } from "#worker/services/uploaded-candidates/compare-row";
import {
	findCandidates,
	findKeyOwners,
	nameApplicants,
	type Places,
} from "#worker/services/uploaded-candidates/matches.queries";
import { nameOf } from "#worker/services/uploaded-candidates/read-candidate";

/** Finds who is known already by these keys. */
export const findKnown = async (ctx: OrgContext, places: Places, keys: readonly string[]) => {
	const owners = await findKeyOwners(ctx, places, keys);
	const idsOf = (kind: "candidateId" | "applicantId") => [
		...new Set([...owners.values()].flatMap((owner) => owner[kind] ?? [])),
	];
	const [candidates, applicants] = await Promise.all([
		findCandidates(ctx, idsOf("candidateId")),
		nameApplicants(ctx, idsOf("applicantId")),
	]);
	const candidateWith = (key: string) => candidates.get(owners.get(key)?.candidateId ?? "");
	return {
		candidateWith,
		rowWith: (key: string): number | undefined => {
			const number = owners.get(key)?.rowNumber;
			return number ? Number(number) : undefined;
		},
		applicantIdWith: (key: string) => owners.get(key)?.applicantId ?? null,
		/** @param own applicants who are no other person */
		by: (key: string, own: ReadonlySet<string | null | undefined> = new Set()): KnownBy[] => {
			const applicantId = owners.get(key)?.applicantId ?? "";
			const [candidate, applicant] = [
				candidateWith(key),
				own.has(applicantId) ? undefined : applicants.get(applicantId),
			];
			const inGroup = candidate && `${nameOf(candidate.data)} (${candidate.data.examNumber}), in this group`;
			return [inGroup, applicant].flatMap((who) => (who === undefined ? [] : [{ key, who }]));
		},
	};
};
