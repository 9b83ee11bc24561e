import { useRevalidator } from "@remix-run/react";
import * as v from "valibot";
import { formatAgo } from "#app/format/relative-time";
import { warnOfLetters, warnOfUnsubmitted } from "#app/format/warn-of-move";
import { CommentForm } from "#app/shell/palette/comment-form";
import {
	type CommentPreview,
	commentFields,
	describeMessages,
	type TypedComment,
} from "#app/shell/palette/comment-preview";
import type { Steering } from "#app/shell/palette/level";
import { askRoute, type RouteAnswer } from "#app/shell/palette/route-data";
import { type StageForm, type Step, stageAddress, stageRoute, useStageSteps } from "#app/shell/palette/use-stage-steps";
import { useShell } from "#app/shell/shell-context";
import { StageBadge } from "#app/shell/stage-badge";
import { showToast } from "#app/ui/toast/toast";
import { ToastAction } from "#app/ui/toast/toast-action";
import { screenProblems } from "#worker/contract/screen-problems";
import type { FoundApplicant } from "#worker/services/search/contract";

interface MoveLevelProps {
	applicant: FoundApplicant;
	step: Step;
	steering: Steering;
}

/** The applicant as a colleague changed them meanwhile. */
const Current = v.object({
	stage: v.object({ name: v.string() }),
	course: v.object({ code: v.string() }),
	location: v.nullable(v.object({ name: v.string() })),
	lastReviewed: v.nullable(v.number()),
	lastReviewedBy: v.nullable(v.string()),
});

/** The result of the stage dialog's action for a form that stays on its page. */
const MoveAnswer = v.object({
	result: v.nullable(v.object({ error: v.nullish(v.record(v.string(), v.nullable(v.array(v.string())))) })),
	stale: v.nullable(v.object({ current: Current })),
	toast: v.optional(
		v.object({
			message: v.string(),
			action: v.optional(ToastAction),
		}),
	),
});

/** Shows what the stage's email would be, then asks for the comment, then posts what the stage dialog posts. */
export const MoveLevel = ({ applicant, step, steering }: MoveLevelProps) => {
	const { orgName, csrf } = useShell();
	const { form, failure, load } = useStageSteps(applicant.id, step.id);
	const { revalidate } = useRevalidator();

	const move = async (
		{ applicant: { version }, idempotencyKey }: StageForm,
		comment: TypedComment,
	): Promise<RouteAnswer<undefined>> => {
		const sent = { stageId: step.id, seen: step.id, version: String(version), idempotencyKey };
		const answer = await askRoute(stageAddress(orgName, applicant.id), stageRoute, MoveAnswer, {
			form: { csrf, ...sent, ...commentFields(comment) },
		});
		if (!answer.ok) return answer;
		const { result, stale, toast } = answer.data;
		if (!result) {
			showToast({ message: `Moved to ${step.name}`, ...toast, id: crypto.randomUUID(), kind: "success" });
			revalidate();
			return { ok: true, data: undefined };
		}
		const errors = Object.values(result.error ?? {}).flatMap((texts) => texts ?? []);
		return { ok: false, error: [...errors, stale && onTop(stale.current, Date.now())].filter(Boolean).join(" ") };
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
			label="Comment"
			submitLabel="Move"
			preview={previewOf(form, failure, { applicant, step, move })}
			onCount={() => load(applicant.id)}
			onDone={steering.close}
			onBack={steering.back}
		/>
	);
};

interface Asked {
	applicant: FoundApplicant;
	step: Step;
	move: (form: StageForm, comment: TypedComment) => Promise<RouteAnswer<undefined>>;
}

/** The consequences of the change; undefined while they are asked for. */
const previewOf = (
	form: StageForm | undefined,
	failure: string | undefined,
	{ applicant: { name }, step, move }: Asked,
): RouteAnswer<CommentPreview> | undefined => {
	if (failure !== undefined) return { ok: false, error: failure };
	if (!form) return undefined;
	if (!form.looked) return { ok: false, error: screenProblems.internal.message };
	const run = (comment: TypedComment) => move(form, comment);
	const { reasons, steps } = form;
	if (steps.some(({ id, current }) => id === step.id && current)) {
		const sentence = `${name} is already at ${step.name}.`;
		return { ok: true, data: { sentence, warnings: [], isIdle: true, option: undefined, lacking: null, reasons, run } };
	}
	const { messages, willChange, unsubmitted, withLetter } = form.looked;
	const { sentence = "No email is sent at this stage.", option } = describeMessages(messages, name);
	const lacking = { ...messages, applicants: willChange };
	const warnings = [
		...(unsubmitted > 0 ? [warnOfUnsubmitted(unsubmitted)] : []),
		...(withLetter > 0 ? [warnOfLetters(null, step.name)] : []),
	];
	return { ok: true, data: { sentence, warnings, isIdle: false, option, lacking, reasons, run } };
};

/** The applicant's present stage, who changed it and when, and what Enter does about it. */
const onTop = (current: v.InferOutput<typeof Current>, now: number): string => {
	const { stage, course, location, lastReviewed, lastReviewedBy } = current;
	const standing = [`at ${stage.name}`, `for ${course.code}`, location && `posted to ${location.name}`];
	const change =
		lastReviewed && `changed ${lastReviewedBy ? `by ${lastReviewedBy} ` : ""}${formatAgo(lastReviewed, now)}`;
	const sentence = [...standing, change].filter(Boolean).join(", ");
	return `They are now ${sentence}. Press Enter again to move them anyway.`;
};
