import type { EndpointResponse } from "#worker/contract/endpoint";
import type { listNextStages } from "#worker/services/stage-changes/contract";

/** Why an applicant cannot be moved to a stage, by its id; nothing of a stage that is open to them. */
export type Refusals = ReadonlyMap<string, string>;

/** Returns why an applicant cannot be moved to some stages. @param next nothing while it is on its way: the dialog says it then */
export const refusalsOf = (stageId: string, next: EndpointResponse<typeof listNextStages> | undefined): Refusals =>
	new Map([
		...(next?.stages ?? []).flatMap(({ id, reason }): [string, string][] => (reason === null ? [] : [[id, reason]])),
		[stageId, "The applicant is at this stage"],
	]);
