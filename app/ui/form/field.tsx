import { type ReactNode, useEffect, useId, useRef } from "react";
import { classNames } from "#app/ui/class-names";
import { iconProps } from "#app/ui/icon";
import { WrongMark } from "#app/ui/marks";

/** The props of every field. `name`, `id`, `defaultValue`, `errors` are those of a form's own field data. */
export interface FieldProps {
	name: string;
	id?: string;
	label: ReactNode;
	description?: ReactNode;
	errors?: readonly string[] | null;
	required?: boolean;
	disabled?: boolean;
	/** The label is for screen readers only. */
	hideLabel?: boolean;
	/** At the other end of the label: a link, a count. */
	aside?: ReactNode;
	/** Takes the focus when its dialog opens. */
	autoFocusInDialog?: boolean;
	className?: string;
}

/** The attributes that tie a control to its label, description and errors. */
export interface ControlProps {
	id: string;
	name: string;
	disabled?: boolean;
	"aria-required"?: true;
	"aria-invalid"?: true;
	"aria-describedby"?: string;
	"data-autofocus"?: "";
}

/** The errors of a field, or of a whole form, next to their subject. */
export const FieldErrors = ({ id, errors }: { id?: string; errors: readonly string[] }) => (
	<div id={id} className="grid gap-0.5 text-red">
		{errors.map((error) => (
			<p key={error} className="flex items-start gap-1.5">
				<WrongMark {...iconProps} size={14} className="mt-0.75 shrink-0" />
				<span>{error}</span>
			</p>
		))}
	</div>
);

/** Scrolls the errors below a control into sight. */
export const showErrorsOf = (controlId: string): void =>
	document.getElementById(errorsIdOf(controlId))?.scrollIntoView({ block: "nearest" });

const errorsIdOf = (controlId: string): string => `${controlId}-errors`;

/** Label, control, description and errors, tied together by their ids. */
export const Field = ({ children, ...field }: FieldProps & { children: (control: ControlProps) => ReactNode }) => {
	const ownId = useId();
	const id = field.id ?? ownId;
	const errors = field.errors ?? [];
	const place = useRef<HTMLDivElement>(null);
	const shown = errors.join("\n");
	useEffect(() => {
		// why: the field may have got the focus, and its place on the screen, before there was an error below it.
		if (shown && place.current?.contains(document.activeElement))
			place.current.lastElementChild?.scrollIntoView({ block: "nearest" });
	}, [shown]);
	const describedBy = [field.description && `${id}-about`, errors.length > 0 && errorsIdOf(id)].filter(Boolean);
	return (
		<div ref={place} className={classNames("grid min-w-0 grid-cols-1 gap-1.5", field.className)}>
			<div className={field.hideLabel ? "sr-only" : "flex items-baseline justify-between gap-3"}>
				<label htmlFor={id} className="min-w-0 font-medium">
					{field.label}
					{field.required && (
						<span aria-hidden className="ml-0.5 text-red">
							*
						</span>
					)}
				</label>
				{field.aside && <span className="text-sm text-text-2">{field.aside}</span>}
			</div>
			{children({
				id,
				name: field.name,
				disabled: field.disabled,
				"aria-required": field.required || undefined,
				"aria-invalid": errors.length > 0 || undefined,
				"aria-describedby": describedBy.length > 0 ? describedBy.join(" ") : undefined,
				"data-autofocus": field.autoFocusInDialog ? "" : undefined,
			})}
			{field.description && (
				<div id={`${id}-about`} className="text-sm text-text-2">
					{field.description}
				</div>
			)}
			{errors.length > 0 && <FieldErrors id={errorsIdOf(id)} errors={errors} />}
		</div>
	);
};

/** Returns a field's props without those of the control inside it. */
export const splitField = <P extends FieldProps>(props: P) => {
	const { name, id, label, description, errors, required, disabled, ...others } = props;
	const { hideLabel, aside, autoFocusInDialog, className, ...control } = others;
	const field: FieldProps = { name, id, label, description, errors, required, disabled };
	return { field: { ...field, hideLabel, aside, autoFocusInDialog, className }, control };
};
