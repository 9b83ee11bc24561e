import type { ReactNode } from "react";
import { FieldErrors, type FieldProps } from "#app/ui/form/field";

/** A field of several controls: its name as their legend, description and errors tied to the group. */
export const AnswerGroup = ({ id, label, description, errors, required, children }: AnswerGroupProps) => {
	const describedBy = [description && `${id}-about`, errors?.length && `${id}-errors`].filter(Boolean).join(" ");
	return (
		<fieldset
			id={id}
			tabIndex={-1}
			aria-describedby={describedBy || undefined}
			className="grid min-w-0 grid-cols-1 content-start gap-1.5 rounded-sm"
		>
			<legend className="contents">
				<span className="block font-medium">
					{label}
					{required && (
						<span aria-hidden className="ml-0.5 text-red">
							*
						</span>
					)}
				</span>
			</legend>
			{children}
			{description && (
				<div id={`${id}-about`} className="text-sm text-text-2">
					{description}
				</div>
			)}
			{errors && errors.length > 0 && <FieldErrors id={`${id}-errors`} errors={errors} />}
		</fieldset>
	);
};

type AnswerGroupProps = Pick<FieldProps, "label" | "description" | "errors" | "required"> & {
	id: string;
	children: ReactNode;
};
