import type { ReactNode } from "react";
import { TextField } from "#app/ui/form/text-field";

interface ReasonFieldsProps {
	text: string;
	isPrivate: boolean;
	errors: readonly string[] | undefined;
	autoFocusInDialog?: boolean;
	children?: ReactNode;
}

export const ReasonFields = ({ text, isPrivate, errors, autoFocusInDialog = false, children }: ReasonFieldsProps) => (
	<>
		<TextField
			name="text"
			label="Reason"
			description="The comment begins with this. Staff can add to it."
			defaultValue={text}
			errors={errors ?? []}
			autoComplete="off"
			autoFocusInDialog={autoFocusInDialog}
			required
		/>
		<Tick name="isPrivate" isTicked={isPrivate}>
			Private: staff only
			<span className="block text-sm text-text-3">Kept in the activity log. Never included in emails or letters.</span>
		</Tick>
		{children}
	</>
);

interface TickProps {
	name: string;
	isTicked: boolean;
	children: ReactNode;
}

export const Tick = ({ name, isTicked, children }: TickProps) => (
	<label className="flex items-start gap-2.5">
		<input type="checkbox" name={name} value="on" defaultChecked={isTicked} className="checkbox -mt-0.5!" />
		<span>{children}</span>
	</label>
);
