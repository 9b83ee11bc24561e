import { type FormEvent, type RefObject, useEffect, useState } from "react";
import type { EmailAnswer } from "#app/routes/emails/answer-email.server";
import { type EmailErrors, type RecipientMode, readEmail } from "#app/routes/emails/email-form";
import { useErrorsShown } from "#app/routes/emails/use-errors-shown";

/** The fields whose text is lost with the dialog. */
const written: ReadonlySet<string> = new Set(["subject", "message", "attachments"]);

const nothing: ReadonlySet<string> = new Set();

/** Tracks the form's values and errors as far as the dialog depends on them. */
export const useEmailDraft = (
	form: RefObject<HTMLFormElement>,
	answer: EmailAnswer | undefined,
	initial: RecipientMode,
	{ keep, isFound }: { keep: (typed: { subject: string; message: string }) => void; isFound: boolean },
) => {
	const [now, setNow] = useState({
		to: answer?.typed.to ?? initial,
		isEmpty: !answer || (answer.typed.subject === "" && answer.typed.message === ""),
	});
	const [isTyped, setTyped] = useState(answer !== undefined && answer.filled === null);
	const [errors, setErrors] = useState<EmailErrors>(answer?.errors ?? {});
	const [corrected, setCorrected] = useState(nothing);
	const refuse = (errors: EmailErrors) => {
		setErrors(errors);
		setCorrected(nothing);
	};
	const look = () => {
		if (!form.current) return;
		const { to, subject, message } = readEmail(new FormData(form.current));
		setNow({ to: to ?? initial, isEmpty: subject.trim() === "" && message.trim() === "" });
	};
	// biome-ignore lint/correctness/useExhaustiveDependencies: once for every response, and for text typed before scripts ran.
	useEffect(() => {
		look();
		if (answer) {
			refuse(answer.errors);
			setTyped(answer.filled === null);
			keep(answer.typed);
		} else setTyped(isFound || hasTyped(form.current));
	}, [answer, isFound]);
	useErrorsShown(form, errors);
	return {
		...now,
		isTyped: isTyped && !now.isEmpty,
		errors: Object.fromEntries(Object.entries(errors).filter(([name]) => !corrected.has(name))),
		refuse,
		onInput: ({ target }: FormEvent<HTMLFormElement>) => {
			const name = target instanceof HTMLElement ? (target.getAttribute("name") ?? "") : "";
			look();
			if (written.has(name)) {
				setTyped(true);
				if (form.current) keep(readEmail(new FormData(form.current)));
			}
			// why: a field that is being corrected no longer shows its error (§5).
			if (Object.hasOwn(errors, name) && !corrected.has(name)) setCorrected(new Set([...corrected, name]));
		},
	};
};

const hasTyped = (form: HTMLFormElement | null): boolean =>
	[...(form?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("[name=subject], [name=message]") ?? [])].some(
		({ value, defaultValue }) => value !== defaultValue,
	);
