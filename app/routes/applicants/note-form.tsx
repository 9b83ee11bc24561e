import { useLocation, useNavigation } from "@remix-run/react";
import { StickyNote } from "lucide-react";
import { useEffect, useState } from "react";
import { useKeptKey } from "#app/api/use-kept-key";
import { AskBeforeDiscard } from "#app/shell/ask-before-discard";
import { Button } from "#app/ui/button";
import { SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { TextareaField } from "#app/ui/form/textarea-field";
import { useResetWhenSent } from "#app/ui/form/use-reset-when-sent";

interface NoteFormProps {
	idempotencyKey: string;
	answer: { note: string; errors: string[]; formErrors: string[] } | undefined;
}

/** The fragment of the address that leads to the field. */
const fieldId = "note";

/** Adds a note to the log, without a stage change. */
export const NoteForm = ({ idempotencyKey, answer }: NoteFormProps) => {
	const navigation = useNavigation();
	const key = useKeptKey(idempotencyKey, answer);
	const isSending = navigation.formData?.has("note") ?? false;
	const form = useResetWhenSent(isSending, answer);
	const [isTyped, setTyped] = useState(false);
	const { key: visit, hash } = useLocation();
	// biome-ignore lint/correctness/useExhaustiveDependencies: each time that the address asks for it.
	useEffect(() => {
		if (hash !== `#${fieldId}`) return;
		// why a frame later: a sheet that opens with it takes the focus first.
		const frame = requestAnimationFrame(() => form.current?.querySelector("textarea")?.focus());
		return () => cancelAnimationFrame(frame);
	}, [visit, hash]);
	return (
		<>
			<SignedInForm
				ref={form}
				method="post"
				preventScrollReset
				noValidate
				onInput={({ target }) => setTyped(target instanceof HTMLTextAreaElement && target.value.trim() !== "")}
				onReset={() => setTyped(false)}
				className="mb-6 grid gap-2 print:hidden"
			>
				<input type="hidden" name="idempotencyKey" value={key} />
				<FormErrors errors={answer?.formErrors ?? []} />
				<TextareaField
					id={fieldId}
					name="note"
					label="Note"
					description="For staff. The stage does not change, and no email is sent."
					rows={2}
					defaultValue={answer?.note ?? ""}
					errors={answer?.errors}
				/>
				<div>
					<Button icon={StickyNote} pending={isSending}>
						Add note
					</Button>
				</div>
			</SignedInForm>
			<AskBeforeDiscard when={isTyped} about="Your note has not been added." />
		</>
	);
};
