import { type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithValibot } from "@conform-to/valibot";
import type { ReactNode } from "react";
import type { Meanwhile } from "#app/records/meanwhile";
import { SavedMeanwhile } from "#app/records/saved-meanwhile";
import { type CurrentView, type tickedIn, ViewForm } from "#app/routes/saved-views/view-form";
import { Checkbox } from "#app/ui/checkbox";
import { errorsElsewhere } from "#app/ui/form/errors-elsewhere";
import { SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { TextField } from "#app/ui/form/text-field";
import { wired } from "#app/ui/form/wired";
import { maxViewName } from "#worker/services/saved-views/contract";

export interface SavedViewAnswer {
	result: SubmissionResult;
	ticked: ReturnType<typeof tickedIn>;
	meanwhile: Meanwhile<CurrentView> | null;
}

interface SavedViewFormProps {
	id: string;
	answer: SavedViewAnswer | undefined;
	/** A view that is changed has a version; one of a list whose views are not pinned says nothing of that. */
	view: { name: string; isPinned?: boolean; isShared: boolean; version?: number };
	/** What sharing it with the office means; null for users who may not (§6). */
	sharing: string | null;
	children?: ReactNode;
}

export const SavedViewForm = ({ id, answer, view, sharing, children }: SavedViewFormProps) => {
	const [form, { name }] = useForm({
		id,
		lastResult: answer?.result,
		defaultValue: { name: view.name },
		onValidate: ({ formData }) => parseWithValibot(formData, { schema: ViewForm }),
	});
	const canBePinned = view.isPinned !== undefined;
	const ticked = answer?.ticked ?? { isPinned: view.isPinned === true, isShared: view.isShared };
	const errors = errorsElsewhere(form.allErrors, ["name"]);
	const meanwhile = answer?.meanwhile;
	return (
		<SignedInForm method="post" id={id} onSubmit={form.onSubmit} noValidate className="grid gap-4">
			{children}
			<FormErrors errors={errors} />
			{view.version !== undefined && (
				<SavedMeanwhile
					version={view.version}
					meanwhile={meanwhile ? { ...meanwhile, values: valuesOf(meanwhile.current, canBePinned) } : null}
				/>
			)}
			<TextField
				key={name.key}
				{...wired(name)}
				label="Name"
				maxLength={maxViewName}
				autoComplete="off"
				required
				autoFocusInDialog
			/>
			{canBePinned && (
				<Ticked name="isPinned" defaultChecked={ticked.isPinned} about="Show in the navigation, with a live count.">
					Pin
				</Ticked>
			)}
			{sharing && (
				<Ticked name="isShared" defaultChecked={ticked.isShared} about={sharing}>
					Share with the office
				</Ticked>
			)}
		</SignedInForm>
	);
};

const valuesOf = ({ name, isPinned, isShared }: CurrentView, canBePinned: boolean) => [
	["Name", name] as const,
	...(canBePinned ? [["Pinned", isPinned ? "Yes" : "No"] as const] : []),
	["Shared", isShared ? "Yes" : "No"] as const,
];

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
