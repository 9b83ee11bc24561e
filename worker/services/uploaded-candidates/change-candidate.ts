import type { OrgContext } from "#worker/context";
import type { EndpointRequest } from "#worker/contract/endpoint";
import { examKeyOf } from "#worker/contract/identity-keys";
import { fail, ok } from "#worker/contract/result";
import { commit, isDuplicate } from "#worker/database/commit";
import { noteModifications } from "#worker/services/applicants/applicant-log.writes";
import { removeIdentityKeys, replaceKeysOf } from "#worker/services/duplicates/identity-keys.writes";
import type { correctCandidate as correction } from "#worker/services/uploaded-candidates/candidate.contract";
import { type CandidateInGroup, findCandidate } from "#worker/services/uploaded-candidates/candidate.queries";
import { deleteCandidate, writeCandidate } from "#worker/services/uploaded-candidates/candidates.writes";
import { reasonsOf } from "#worker/services/uploaded-candidates/compare-row";
import {
	type CandidateField,
	type CandidateValues,
	candidateFields,
} from "#worker/services/uploaded-candidates/contract";
import { findKnown } from "#worker/services/uploaded-candidates/find-known";
import { findByExamKeys } from "#worker/services/uploaded-candidates/matches.queries";
import { keysOfCandidate, nameOf, readValues } from "#worker/services/uploaded-candidates/read-candidate";

type Correction = EndpointRequest<typeof correction>;

/** Corrects an uploaded candidate by the checks of the upload (§2 candidate management). */
export const correctCandidate = async (
	ctx: OrgContext,
	{ params, body: { version, isAnother, ...typed } }: Correction,
) => {
	const { data, faults } = readValues(new Map(Object.entries(typed)));
	if (faults.length > 0)
		return fail("invalid", { fields: Object.fromEntries(faults.map(({ field, fault }) => [field, [fault]])) });
	const found = await findCandidate(ctx, params);
	if (!found) return fail("not_found");
	if (version !== undefined && version !== found.version) return failStale(ctx, params);
	const changes = changesBetween(found.data, data);
	if (changes.length === 0) return ok(toResponse(found));
	const examKey = examKeyOf(data.examNumber ?? "");
	const taken = (await findByExamKeys(ctx, params.id, [examKey])).get(examKey);
	if (taken && taken.id !== found.id) return failTaken(taken.data);
	const known = isAnother ? [] : await findOthers(ctx, found, data);
	if (known.length > 0) return fail("candidate_known", { details: { reasons: known } });
	const eventId = ctx.newId();
	const { groupId, groupName } = found;
	try {
		const committed = await commit(ctx, {
			guarded: { write: writeCandidate(ctx, found, { examKey, data }), expectedChanges: 1 },
			writes: [
				...replaceKeysOf(ctx, { scope: groupId, ownerId: found.id }, keysOfCandidate(data)),
				...noteModifications(ctx, changes, { entity: "uploaded_candidate", entityId: found.id, eventId }),
			],
			event: {
				id: eventId,
				type: "uploaded_candidate.corrected",
				payload: {
					candidateId: found.id,
					name: nameOf(data),
					groupId,
					groupName,
					fieldIds: changes.map(({ field }) => field),
				},
			},
		});
		if (!committed) return failStale(ctx, params, found);
	} catch (error) {
		if (!isDuplicate(error, "group_candidates")) throw error;
		return failTaken({});
	}
	const corrected = await findCandidate(ctx, params);
	return corrected ? ok(toResponse(corrected)) : fail("not_found");
};

/** Removes an uploaded candidate from its group; the modification log keeps the values. */
export const removeCandidate = async (ctx: OrgContext, params: { id: string; candidateId: string }) => {
	const found = await findCandidate(ctx, params);
	if (!found) return fail("not_found");
	const { id, data, groupId, groupName } = found;
	const eventId = ctx.newId();
	const committed = await commit(ctx, {
		guarded: { write: deleteCandidate(ctx, found), expectedChanges: 1 },
		writes: [
			removeIdentityKeys(ctx, groupId, { owners: [id] }),
			...noteModifications(ctx, changesBetween(data, {}), { entity: "uploaded_candidate", entityId: id, eventId }),
		],
		event: {
			id: eventId,
			type: "uploaded_candidate.removed",
			payload: { candidateId: id, name: nameOf(data), groupId, groupName },
		},
	});
	if (committed) return ok({ id });
	return (await findCandidate(ctx, params)) ? fail("import_running") : fail("not_found");
};

export const toResponse = ({ groupId: _, groupName: __, applicationId: ___, ...candidate }: CandidateInGroup) =>
	candidate;

const changesBetween = (before: CandidateValues, after: CandidateValues) =>
	(Object.keys(candidateFields) as CandidateField[])
		.map((field) => ({ field, oldValue: before[field] ?? null, newValue: after[field] ?? null }))
		.filter(({ oldValue, newValue }) => oldValue !== newValue);

/** Explains which other people have one of the keys that the correction gives the candidate. */
const findOthers = async (ctx: OrgContext, found: CandidateInGroup, data: CandidateValues): Promise<string[]> => {
	const before = new Set(keysOfCandidate(found.data));
	const [exam, ...keys] = keysOfCandidate(data);
	const known = await findKnown(ctx, { ...found, id: null }, exam ? [exam, ...keys] : keys);
	// why not by the examination number: it makes the applicant the candidate's own, and is nobody else's in the group.
	const own = new Set([found.applicantId, exam && known.applicantIdWith(exam)]);
	return reasonsOf(keys.filter((key) => !before.has(key)).flatMap((key) => known.by(key, own)));
};

const failTaken = (holder: CandidateValues) => {
	const name = nameOf(holder);
	const who = name === "" ? "Another candidate" : name;
	return fail("candidate_number_taken", { fields: { examNumber: [`${who} of this group has this JAMB number.`] } });
};

/** @param seen the candidate at the start of the request: unchanged since, only an import can have been in the way */
const failStale = async (
	ctx: OrgContext,
	params: { id: string; candidateId: string },
	seen?: Pick<CandidateInGroup, "version">,
) => {
	const current = await findCandidate(ctx, params);
	if (!current) return fail("not_found");
	if (seen?.version === current.version) return fail("import_running");
	return fail("changed_meanwhile", { details: { current: toResponse(current) } });
};
