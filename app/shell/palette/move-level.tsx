import { useRevalidator } from "@remix-run/react";
import * as v from "valibot";
import { formatAgo } from "#app/format/relative-time";
import { CommentForm } from "#app/shell/palette/comment-form";
import type { Steering } from "#app/shell/palette/level";
import { askRoute } from "#app/shell/palette/route-data";
import { toldBefore } from "#app/shell/palette/told-before";
import { type Step, stageAddress, stageRoute, useStageSteps } from "#app/shell/palette/use-stage-steps";
import { useShell } from "#app/shell/shell-context";
import { StageBadge } from "#app/ui/badge";
import { showToast } from "#app/ui/toast";
import type { FoundApplicant } from "#worker/services/search/contract";

interface MoveLevelProps {
	applicant: FoundApplicant;
	step: Step;
	steering: Steering;
}

/** The applicant as somebody else left them meanwhile. */
const Current = v.object({
	stage: v.object({ name: v.string() }),
	course: v.object({ code: v.string() }),
	location: v.nullable(v.object({ name: v.string() })),
	lastReviewed: v.nullable(v.number()),
	lastReviewedBy: v.nullable(v.string()),
});

/** What the stage dialog's action answers to a form that stays where it is. */
const MoveAnswer = v.object({
	result: v.nullable(v.object({ error: v.nullish(v.record(v.string(), v.nullable(v.array(v.string())))) })),
	stale: v.nullable(v.object({ current: Current })),
	toast: v.optional(
		v.object({
			message: v.string(),
			action: v.optional(v.object({ label: v.string(), title: v.string(), to: v.string(), forMs: v.number() })),
		}),
	),
});

/** The comment, then the move: posts what the stage dialog posts. */
export const MoveLevel = ({ applicant, step, steering }: MoveLevelProps) => {
	const { orgName, csrf } = useShell();
	const { form, load } = useStageSteps(applicant.id, step.id);
	const { revalidate } = useRevalidator();

	const told = form?.looked && toldBefore(form.looked.messages, applicant.name);

	const move = async (reason: string, isSilent: boolean): Promise<string | undefined> => {
		// why: whoever types fast is done before the form has come.
		const asked = form ? { ok: true as const, data: form } : await load(applicant.id);
		if (!asked.ok) return asked.error;
		const fields = { version: String(asked.data.applicant.version), idempotencyKey: asked.data.idempotencyKey };
		const answer = await askRoute(stageAddress(orgName, applicant.id), stageRoute, MoveAnswer, {
			form: {
				csrf,
				stageId: step.id,
				reason,
				stay: "1",
				// why not always: whoever types fast has not seen what it sends, and is shown it first.
				...(form?.looked && { seen: step.id }),
				...(isSilent && { doNotNotify: "1" }),
				...fields,
			},
		});
		if (!answer.ok) return answer.error;
		const { result, stale, toast } = answer.data;
		if (!result) {
			showToast({ message: `Moved to ${step.name}`, ...toast, id: crypto.randomUUID(), kind: "success" });
			steering.close();
			revalidate();
			return undefined;
		}
		const errors = Object.values(result.error ?? {}).flatMap((texts) => texts ?? []);
		await load(applicant.id);
		return stale ? `${errors.join(" ")} ${onTop(stale.current, Date.now())}` : errors.join(" ");
	};
	return (
		<CommentForm
			title={
				<>
					<span>
						Move <span className="font-medium">{applicant.name}</span> to
					</span>
					<StageBadge type={step.type} name={step.name} />
				</>
			}
			about={told?.sentence}
			option={told?.option}
			label="Comment"
			submitLabel="Move"
			onSubmit={move}
			onBack={steering.back}
		/>
	);
};

/** Where they stand now, who changed them and when, and what Enter does about it. */
const onTop = (current: v.InferOutput<typeof Current>, now: number): string => {
	const { stage, course, location, lastReviewed, lastReviewedBy } = current;
	const standing = [`at ${stage.name}`, `for ${course.code}`, location && `posted to ${location.name}`];
	const change =
		lastReviewed && `changed ${lastReviewedBy ? `by ${lastReviewedBy} ` : ""}${formatAgo(lastReviewed, now)}`;
	const sentence = [...standing, change].filter(Boolean).join(", ");
	return `They are now ${sentence}. Enter again moves them all the same.`;
};
