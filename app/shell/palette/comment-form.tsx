import { ArrowLeft, CircleAlert } from "lucide-react";
import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import { PaletteHints } from "#app/shell/palette/palette-hints";
import { Button } from "#app/ui/button";
import { Checkbox } from "#app/ui/checkbox";
import { controlClass } from "#app/ui/form/control-class";
import { iconProps } from "#app/ui/icon";
import { IconButton } from "#app/ui/icon-button";
import { useBrowserLayoutEffect } from "#app/ui/use-browser-layout-effect";
import { VisuallyHidden } from "#app/ui/visually-hidden";

interface CommentFormProps {
	/** What will happen: whom, and where to. */
	title: ReactNode;
	/** What it would do, in a sentence. */
	about?: string;
	/** What can be ticked besides: "Do not notify". */
	option?: string | undefined;
	label: string;
	submitLabel: string;
	/** @returns an error to show with the text kept, or undefined when it is done. */
	onSubmit: (text: string, isOptionChosen: boolean) => Promise<string | undefined>;
	onBack: () => void;
}

/** The comment that a change asks for, in the palette itself (§5: 'Enter a comment'). Enter sends it. */
export const CommentForm = ({ title, about, option, label, submitLabel, onSubmit, onBack }: CommentFormProps) => {
	const [text, setText] = useState("");
	const [error, setError] = useState<string>();
	const [isPending, setIsPending] = useState(false);
	const [isOptionChosen, setOptionChosen] = useState(false);
	const field = useRef<HTMLTextAreaElement>(null);
	const id = useId();
	useBrowserLayoutEffect(() => field.current?.focus(), []);

	const submit = async (event: FormEvent) => {
		event.preventDefault();
		if (isPending) return;
		if (text.trim() === "") return setError("Enter a comment");
		setIsPending(true);
		setError(await onSubmit(text.trim(), isOptionChosen));
		setIsPending(false);
	};
	const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
		if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
		event.preventDefault();
		event.currentTarget.form?.requestSubmit();
	};
	const describedBy = [about !== undefined && `${id}-about`, error !== undefined && `${id}-error`].filter(Boolean);
	return (
		<form onSubmit={submit} noValidate className="flex min-h-0 flex-col">
			<div className="flex min-h-13 shrink-0 items-center gap-2.5 border-b border-line px-4 py-1.5">
				<IconButton label="Back" icon={ArrowLeft} size="small" type="button" onClick={onBack} className="-ml-1.5" />
				<div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1">{title}</div>
			</div>
			<div className="grid min-h-0 gap-1.5 overflow-y-auto px-4 py-3.5">
				{about !== undefined && (
					<p role="status" id={`${id}-about`} className="text-text-2">
						{about}
					</p>
				)}
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
					aria-describedby={describedBy.join(" ") || undefined}
					onChange={(event) => {
						setText(event.target.value);
						setError(undefined);
					}}
					onKeyDown={onKeyDown}
					className={controlClass("field-sizing-content max-h-60 min-h-18 resize-none py-2")}
				/>
				{option !== undefined && (
					// biome-ignore lint/a11y/noLabelWithoutControl: the box is inside.
					<label className="flex w-fit items-center gap-2">
						<Checkbox checked={isOptionChosen} onChange={(event) => setOptionChosen(event.target.checked)} />
						{option}
					</label>
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
				<PaletteHints
					hints={[
						["↵", "send"],
						["⇧↵", "new line"],
						["esc", "back"],
					]}
				/>
				<Button variant="primary" size="small" pending={isPending} className="ml-auto">
					{submitLabel}
				</Button>
			</div>
			<VisuallyHidden>
				<span role="status">{isPending ? "Sending" : ""}</span>
			</VisuallyHidden>
		</form>
	);
};
