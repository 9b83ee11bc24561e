import { type FieldMetadata, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithValibot } from "@conform-to/valibot";
import type { ReactNode } from "react";
import type * as v from "valibot";
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

interface SavedViewFormProps {
	id: string;
	answer:
		| {
				result: SubmissionResult;
				ticked: ReturnType<typeof tickedIn>;
				meanwhile: Meanwhile<v.InferOutput<typeof CurrentView>> | null;
		  }
		| undefined;
	/** A view that is changed has a version. */
	view: { name: string; isPinned: boolean; isShared: boolean; version?: number };
	/** Whether the user may share it with the office (§6). */
	mayShare: boolean;
	children?: ReactNode;
}

export const SavedViewForm = ({ id, answer, view, mayShare, children }: SavedViewFormProps) => {
	const [form, { name }] = useForm({
		id,
		lastResult: answer?.result,
		defaultValue: { name: view.name },
		onValidate: ({ formData }) => parseWithValibot(formData, { schema: ViewForm }),
	});
	const { isPinned, isShared } = answer?.ticked ?? view;
	const errors = errorsElsewhere(form.allErrors, ["name"]);
	return (
		<SignedInForm method="post" id={id} onSubmit={form.onSubmit} noValidate className="grid gap-4">
			{children}
			<FormErrors errors={errors} />
			{view.version !== undefined && (
				<SavedMeanwhile
					version={view.version}
					meanwhile={answer?.meanwhile ? { ...answer.meanwhile, values: valuesOf(answer.meanwhile.current) } : null}
				/>
			)}
			<ViewFields name={name} isPinned={isPinned} isShared={isShared} mayShare={mayShare} />
		</SignedInForm>
	);
};

const valuesOf = ({ name, isPinned, isShared }: v.InferOutput<typeof CurrentView>) => [
	["Name", name] as const,
	["Pinned", isPinned ? "Yes" : "No"] as const,
	["Shared", isShared ? "Yes" : "No"] as const,
];

interface ViewFieldsProps {
	name: FieldMetadata<string>;
	isPinned: boolean;
	isShared: boolean;
	mayShare: boolean;
}

const ViewFields = ({ name, isPinned, isShared, mayShare }: ViewFieldsProps) => (
	<>
		<TextField
			key={name.key}
			{...wired(name)}
			label="Name"
			maxLength={maxViewName}
			autoComplete="off"
			required
			autoFocusInDialog
		/>
		<Ticked name="isPinned" defaultChecked={isPinned} about="Show in the navigation, with a live count.">
			Pin
		</Ticked>
		{mayShare && (
			<Ticked
				name="isShared"
				defaultChecked={isShared}
				about="Everybody who can see applicants can use it. Users who can change applicants can rename, unpin or delete it."
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
