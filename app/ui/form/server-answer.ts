import type { SubmissionResult } from "@conform-to/react";
import { type RefObject, useEffect } from "react";

/** The server's result of a form that has no validation code in the browser. */
export const serverAnswer = (result: SubmissionResult | null | undefined) => ({
	formErrors: result?.error?.[""] ?? null,
	errorsOf: (name: string) => result?.error?.[name] ?? null,
	typed: (name: string): string => {
		const value = result?.initialValue?.[name];
		return typeof value === "string" ? value : "";
	},
});

/** Moves the focus after a refusal to the first invalid field, otherwise to the one named. */
export const useFocusAfterRefusal = (
	form: RefObject<HTMLFormElement>,
	result: SubmissionResult | null | undefined,
	otherwise: string,
): void => {
	// biome-ignore lint/correctness/useExhaustiveDependencies: once for every answer.
	useEffect(() => {
		if (!result?.error) return;
		const field =
			form.current?.querySelector<HTMLInputElement>("[aria-invalid=true]") ??
			form.current?.elements.namedItem(otherwise);
		if (!(field instanceof HTMLInputElement)) return;
		field.focus();
		field.select();
	}, [result]);
};
