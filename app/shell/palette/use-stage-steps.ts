import { useCallback, useEffect, useState } from "react";
import * as v from "valibot";
import { StageMessages } from "#app/shell/palette/comment-preview";
import { askRoute, partOf, type RouteAnswer } from "#app/shell/palette/route-data";
import { OfferedReason } from "#app/shell/reasons/offered-reason";
import { useShell } from "#app/shell/shell-context";

/** A step of the workflow; `reason` says why its rules do not allow the move. */
const Step = v.object({
	id: v.string(),
	name: v.string(),
	type: v.string(),
	current: v.boolean(),
	reason: v.nullable(v.string()),
});
export type Step = v.InferOutput<typeof Step>;

/** The part of the stage dialog's data that the palette needs. */
const StageForm = v.object({
	applicant: v.object({ version: v.number() }),
	steps: v.array(Step),
	reasons: v.array(OfferedReason),
	idempotencyKey: v.string(),
	/** What the step that was asked for sends. */
	looked: partOf(
		v.nullable(
			v.object({
				willChange: v.number(),
				unsubmitted: v.number(),
				withLetter: v.number(),
				messages: StageMessages,
			}),
		),
	),
});
export type StageForm = v.InferOutput<typeof StageForm>;

export const stageRoute = "routes/stage-changes/change-stage";

export const stageAddress = (orgName: string, applicantId: string): string =>
	`/${orgName}/applicants/${applicantId}/stage`;

/** Returns the steps to which an applicant can be moved. `load` asks again, after a colleague was faster. */
export const useStageSteps = (applicantId: string | undefined, stepId?: string) => {
	const { orgName } = useShell();
	const asked = stepId === undefined ? "" : `?to=${stepId}`;
	const [answer, setAnswer] = useState<RouteAnswer<StageForm> & { applicantId: string }>();
	const load = useCallback(
		async (id: string, signal?: AbortSignal) => {
			setAnswer(undefined);
			const next = await askRoute(stageAddress(orgName, id) + asked, stageRoute, StageForm, { signal });
			if (!signal?.aborted) setAnswer({ ...next, applicantId: id });
			return next;
		},
		[orgName, asked],
	);
	useEffect(() => {
		if (applicantId === undefined) return;
		const controller = new AbortController();
		load(applicantId, controller.signal).catch((error) => {
			if (!controller.signal.aborted) throw error;
		});
		return () => controller.abort();
	}, [load, applicantId]);
	const current = answer && answer.applicantId === applicantId ? answer : undefined;
	return {
		form: current?.ok ? current.data : undefined,
		failure: current && !current.ok ? current.error : undefined,
		load,
	};
};
