import { ArrowLeft, CircleAlert } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { CommentPreview } from "#app/shell/palette/comment-preview";
import { PaletteHints } from "#app/shell/palette/palette-frame";
import type { RouteAnswer } from "#app/shell/palette/route-data";
import type { OfferedReason } from "#app/shell/reasons/offered-reason";
import { ReasonSuggestions } from "#app/shell/reasons/reason-suggestions";
import { Button } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { Checkbox } from "#app/ui/checkbox";
import { controlClass } from "#app/ui/form/control-class";
import { EmptyFieldsWarning } from "#app/ui/form-view/empty-fields";
import { iconProps } from "#app/ui/icon";
import { IconButton } from "#app/ui/icon-button";
import { useBrowserLayoutEffect } from "#app/ui/use-browser-layout-effect";
import { VisuallyHidden } from "#app/ui/visually-hidden";
import { emptyAfter } from "#worker/services/stage-changes/empty-after.contract";

interface CommentFormProps {
	/** The consequences: who is affected, and the target. */
	title: ReactNode;
	label: string;
	submitLabel: string;
	/** The consequences, or why they cannot be counted; undefined while they are counted. */
	preview: RouteAnswer<CommentPreview> | undefined;
	onCount: () => Promise<unknown>;
	onDone: () => void;
	onBack: () => void;
}

const counting = "Counting the applicants…";
const waiting = "It will be sent as soon as they are counted. Keep typing to stop it.";

/** Asks for a comment in the palette (§5: 'Enter a comment'), and submits it once the consequences are shown. */
export const CommentForm = ({ title, label, submitLabel, preview, onCount, onDone, onBack }: CommentFormProps) => {
	const [text, setText] = useState("");
	const [chosen, setChosen] = useState<OfferedReason>();
	const [error, setError] = useState<string>();
	const [isPending, setIsPending] = useState(false);
	const [isOptionChosen, setOptionChosen] = useState(false);
	// why: fast hands press Enter before the applicants are counted.
	const [isWaiting, setWaiting] = useState(false);
	const field = useRef<HTMLTextAreaElement>(null);
	const id = useId();
	useBrowserLayoutEffect(() => field.current?.focus(), []);

	const known = preview?.ok ? preview.data : undefined;
	const about = known?.sentence ?? (preview?.ok === false ? `${preview.error} Press Enter to try again.` : counting);
	const begun = chosen && text.startsWith(chosen.text) ? chosen : undefined;

	const empty =
		known?.lacking &&
		emptyAfter(known.lacking, { ...known.lacking, isPosted: false, isPrivate: begun?.isPrivate ?? false });
	const isLacking = Boolean(empty && empty.emptyFields.length + empty.emptyInLetter.length > 0);
	const isWarned = isLacking || (known?.warnings ?? []).length > 0;

	const submit = async () => {
		if (isPending) return;
		if (text.trim() === "") return setError("Enter a comment");
		if (preview && !preview.ok) onCount();
		if (!known) return setWaiting(true);
		setWaiting(false);
		if (known.isIdle) return setError("This changes no applicant.");
		setIsPending(true);
		const ran = await known.run({ text: text.trim(), isOptionChosen, reasonId: begun?.id });
		if (ran.ok) return onDone();
		// why not else: a change whose response was lost is repeated as it was.
		if (!ran.isUnanswered) await onCount();
		setError(ran.error);
		setIsPending(false);
	};
	const latestSubmit = useRef(submit);
	latestSubmit.current = submit;
	useEffect(() => {
		// why not after a failure: its text says that Enter asks again. Nor with a warning, which was not there to read.
		if (isWaiting && known && !isWarned) latestSubmit.current();
		else if (preview) setWaiting(false);
	}, [isWaiting, known, isWarned, preview]);
	const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
		if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
		event.preventDefault();
		event.currentTarget.form?.requestSubmit();
	};
	const type = (next: string) => {
		setText(next);
		setError(undefined);
		setWaiting(false);
	};
	/** why all of it: text typed to find a reason is no comment. */
	const begin = (reason: OfferedReason) => {
		setChosen(reason);
		type(reason.text);
		field.current?.focus();
	};
	const hint = known && hintOf(known.reasons, begun);
	const describedBy = [`${id}-about`, hint && `${id}-hint`, error !== undefined && `${id}-error`];
	return (
		<form
			onSubmit={(event) => {
				event.preventDefault();
				submit();
			}}
			noValidate
			className="flex min-h-0 flex-col"
		>
			<div className="flex min-h-13 shrink-0 items-center gap-2.5 border-b border-line px-4 py-1.5">
				<IconButton label="Back" icon={ArrowLeft} size="small" type="button" onClick={onBack} className="-ml-1.5" />
				<div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1">{title}</div>
			</div>
			<div className="grid min-h-0 grid-cols-1 gap-1.5 overflow-y-auto px-4 py-3.5">
				<p role="status" id={`${id}-about`} className="text-text-2">
					{about}
				</p>
				{known?.warnings.map((warning) => (
					<Callout key={warning} tone="warning" role="status">
						{warning}
					</Callout>
				))}
				{empty && (
					<div role="status" className="grid gap-1.5 empty:hidden">
						<EmptyFieldsWarning fields={empty.emptyFields} of="of the message" />
						<EmptyFieldsWarning fields={empty.emptyInLetter} of="of the letter" />
					</div>
				)}
				{isWaiting && <p className="text-accent">{waiting}</p>}
				<label htmlFor={id} className="font-medium">
					{label}
					<span aria-hidden className="ml-0.5 text-red">
						*
					</span>
				</label>
				<textarea
					ref={field}
					id={id}
					data-autofocus
					rows={3}
					value={text}
					aria-required
					aria-invalid={error !== undefined || undefined}
					aria-describedby={describedBy.filter(Boolean).join(" ")}
					onChange={(event) => type(event.target.value)}
					onKeyDown={onKeyDown}
					className={controlClass("field-sizing-content max-h-60 min-h-18 resize-none py-2")}
				/>
				{hint && (
					<p id={`${id}-hint`} className="text-sm text-text-3">
						{hint}
					</p>
				)}
				{known && (
					<ReasonSuggestions reasons={known.reasons} commentId={id} isChosen={begun !== undefined} onChoose={begin} />
				)}
				{known?.option !== undefined && (
					<div className="flex items-center gap-2">
						<Checkbox
							id={`${id}-option`}
							checked={isOptionChosen}
							onChange={(event) => setOptionChosen(event.target.checked)}
						/>
						<label htmlFor={`${id}-option`}>{known.option}</label>
					</div>
				)}
				<div role="alert">
					{error !== undefined && (
						<p id={`${id}-error`} className="flex items-start gap-1.5 text-red">
							<CircleAlert {...iconProps} size={14} className="mt-0.75 shrink-0" />
							<span>{error}</span>
						</p>
					)}
				</div>
			</div>
			<div className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 py-2 text-sm text-text-3">
				<PaletteHints hints={{ "↵": "send", "⇧↵": "new line", esc: "back" }} />
				<Button variant="primary" size="small" pending={isPending} className="ml-auto">
					{submitLabel}
				</Button>
			</div>
			<VisuallyHidden>
				<span role="status">{isPending ? "Sending" : isWaiting ? waiting : ""}</span>
			</VisuallyHidden>
		</form>
	);
};

/** Says whether the applicant will read the reason, or how one is found. */
const hintOf = (reasons: readonly OfferedReason[], begun: OfferedReason | undefined): string | undefined => {
	if (begun?.isPrivate) return "Private: no email and no letter has the comment.";
	if (begun) return "The applicant may read this reason.";
	return reasons.length > 0 ? "Type two letters of a reason to use it." : undefined;
};
