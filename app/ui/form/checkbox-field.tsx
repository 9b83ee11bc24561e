import { type ReactNode, useId } from "react";
import { Checkbox, type CheckboxProps } from "#app/ui/checkbox";
import { classNames } from "#app/ui/class-names";
import { FieldErrors } from "#app/ui/form/field";

export interface CheckboxFieldProps extends CheckboxProps {
	name: string;
	label: ReactNode;
	description?: ReactNode;
	errors?: readonly string[] | null;
}

/** A checkbox with its label to the right. */
export const CheckboxField = ({ label, description, errors, id, className, ...input }: CheckboxFieldProps) => {
	const ownId = useId();
	const fieldId = id ?? ownId;
	const problems = errors ?? [];
	const describedBy = [description && `${fieldId}-about`, problems.length > 0 && `${fieldId}-errors`].filter(Boolean);
	return (
		<div className={classNames("grid gap-1.5", className)}>
			<div className="flex items-start gap-2">
				<Checkbox
					{...input}
					id={fieldId}
					className="mt-0.5"
					aria-invalid={problems.length > 0 || undefined}
					aria-describedby={describedBy.length > 0 ? describedBy.join(" ") : undefined}
				/>
				<div>
					<label htmlFor={fieldId}>{label}</label>
					{description && (
						<div id={`${fieldId}-about`} className="text-sm text-text-2">
							{description}
						</div>
					)}
				</div>
			</div>
			{problems.length > 0 && <FieldErrors id={`${fieldId}-errors`} errors={problems} />}
		</div>
	);
};
