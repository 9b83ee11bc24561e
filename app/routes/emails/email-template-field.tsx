import { useRef, useState } from "react";
import { Button } from "#app/ui/button";
import { SurfaceDialog } from "#app/ui/dialog/surface-dialog";
import { SelectField } from "#app/ui/form/select-field";

interface EmailTemplateFieldProps {
	templates: readonly { id: string; name: string }[];
	chosen: string;
	errors: readonly string[] | undefined;
	/** True when the template would replace typed text. */
	isTyped: boolean;
	pending: boolean;
}

/** Fills in a template's subject and body; asks first when they replace typed text. */
export const EmailTemplateField = ({ templates, chosen, errors, isTyped, pending }: EmailTemplateFieldProps) => {
	const [isAsking, setAsking] = useState(false);
	const button = useRef<HTMLButtonElement>(null);
	const isAgreed = useRef(false);
	const replace = () => {
		setAsking(false);
		isAgreed.current = true;
		button.current?.click();
		isAgreed.current = false;
	};
	return (
		<div className="flex items-start gap-2">
			<SelectField
				name="template"
				label="Template"
				placeholder="Choose a template"
				defaultValue={chosen}
				errors={errors}
				className="flex-1"
				options={templates.map(({ id, name }) => ({ value: id, label: name }))}
			/>
			<Button
				ref={button}
				name="intent"
				value="template"
				pending={pending}
				className="mt-6.5 h-9!"
				onClick={(event) => {
					if (!isTyped || isAgreed.current) return;
					event.preventDefault();
					setAsking(true);
				}}
			>
				Use template
			</Button>
			{isAsking && (
				<SurfaceDialog
					role="alertdialog"
					label="Replace what you typed?"
					width={384}
					className="m-auto max-w-[calc(100vw-24px)] rounded-xl border bg-raised p-5"
					isQuestion
					onClose={() => setAsking(false)}
				>
					<h2 className="text-lg">Replace what you typed?</h2>
					<p className="mt-1 mb-4 text-text-2">The template's subject and message take the place of yours.</p>
					<div className="flex justify-end gap-2">
						<Button type="button" variant="danger" onClick={replace}>
							Replace
						</Button>
						<Button type="button" variant="primary" onClick={() => setAsking(false)} data-autofocus>
							Keep writing
						</Button>
					</div>
				</SurfaceDialog>
			)}
		</div>
	);
};
