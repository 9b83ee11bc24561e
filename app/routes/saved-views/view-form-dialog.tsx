import { type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithValibot } from "@conform-to/valibot";
import type { ReactNode } from "react";
import { ViewFields } from "#app/routes/saved-views/view-fields";
import { type tickedIn, ViewForm } from "#app/routes/saved-views/view-form";
import { errorsElsewhere } from "#app/ui/form/errors-elsewhere";
import { FieldErrors } from "#app/ui/form/field";
import { SignedInForm } from "#app/ui/form/form";

interface SavedViewFormProps {
	id: string;
	/** What the form was answered with. */
	answer: { result: SubmissionResult; ticked: ReturnType<typeof tickedIn> } | undefined;
	/** As the view is, or a new one begins. */
	view: { name: string; isPinned: boolean; isShared: boolean };
	/** §6: may they share it with the office? */
	mayShare: boolean;
	/** What the form carries besides. */
	children?: ReactNode;
}

/** The form of a view, whether it is new or changed. */
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
			{errors.length > 0 && (
				<div role="alert">
					<FieldErrors errors={errors} />
				</div>
			)}
			<ViewFields name={name} isPinned={isPinned} isShared={isShared} mayShare={mayShare} />
		</SignedInForm>
	);
};
