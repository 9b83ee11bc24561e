import type { FieldMetadata } from "@conform-to/react";
import type { ReactNode } from "react";
import { Checkbox } from "#app/ui/checkbox";
import { fieldText } from "#app/ui/form/field-text";
import { TextField } from "#app/ui/form/text-field";
import { maxViewName } from "#worker/services/saved-views/contract";

interface ViewFieldsProps {
	name: FieldMetadata<string>;
	/** Ticked when the form was sent, or at first. */
	isPinned: boolean;
	isShared: boolean;
	/** §6: may they share it with the office? */
	mayShare: boolean;
}

/** The name of a view, and whom it is shown to where. */
export const ViewFields = ({ name, isPinned, isShared, mayShare }: ViewFieldsProps) => (
	<>
		<TextField
			key={name.key}
			name={name.name}
			id={name.id}
			label="Name"
			defaultValue={fieldText(name.initialValue)}
			errors={name.errors}
			maxLength={maxViewName}
			autoComplete="off"
			required
			autoFocusInDialog
		/>
		<Ticked name="isPinned" defaultChecked={isPinned} about="It stands in the navigation, with how many it holds now.">
			Pin
		</Ticked>
		{mayShare && (
			<Ticked
				name="isShared"
				defaultChecked={isShared}
				about="Everybody who may see applicants has it. Whoever may change applicants can rename, unpin or delete it."
			>
				Share with the office
			</Ticked>
		)}
	</>
);

interface TickedProps {
	name: string;
	defaultChecked: boolean;
	about: string;
	children: ReactNode;
}

const Ticked = ({ name, defaultChecked, about, children }: TickedProps) => (
	<div className="flex items-start gap-2.5">
		<Checkbox
			id={`view-${name}`}
			name={name}
			defaultChecked={defaultChecked}
			aria-describedby={`view-${name}-about`}
			className="-mt-0.5"
		/>
		<div>
			<label htmlFor={`view-${name}`}>{children}</label>
			<p id={`view-${name}-about`} className="text-sm text-text-2">
				{about}
			</p>
		</div>
	</div>
);
