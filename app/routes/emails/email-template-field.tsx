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
	/** What the question says when it would. */
	about?: string;
	/** Fills in the chosen template. */
	onChoose: () => void;
}

const ofEmail = "The template's subject and message take the place of yours.";

/** Fills in a template's subject and body when it is chosen; asks first when they replace typed text. */
export const EmailTemplateField = ({
	templates,
	chosen,
	errors,
	isTyped,
	about = ofEmail,
	onChoose,
}: EmailTemplateFieldProps) => {
	const [isAsking, setAsking] = useState(false);
	const field = useRef<HTMLDivElement>(null);
	const used = useRef(chosen);
	const select = () => field.current?.querySelector("select");
	const use = () => {
		setAsking(false);
		used.current = select()?.value ?? "";
		onChoose();
	};
	const keep = () => {
		setAsking(false);
		const control = select();
		if (control) control.value = used.current;
	};
	return (
		<div ref={field} className="flex items-start gap-2">
			<SelectField
				name="template"
				label="Template"
				placeholder="Choose a template"
				defaultValue={chosen}
				errors={errors}
				className="flex-1"
				options={templates.map(({ id, name }) => ({ value: id, label: name }))}
				onChange={({ target }) => {
					if (target.value === "") used.current = "";
					else if (isTyped) setAsking(true);
					else use();
				}}
			/>
			<noscript>
				<Button name="intent" value="template" className="mt-6.5 h-9!">
					Use template
				</Button>
			</noscript>
			{isAsking && (
				<SurfaceDialog
					role="alertdialog"
					label="Replace what you typed?"
					width={384}
					className="m-auto max-w-[calc(100vw-24px)] rounded-xl border bg-raised p-5"
					isQuestion
					onClose={keep}
				>
					<h2 className="text-lg">Replace what you typed?</h2>
					<p className="mt-1 mb-4 text-text-2">{about}</p>
					<div className="flex justify-end gap-2">
						<Button type="button" variant="danger" onClick={use}>
							Replace
						</Button>
						<Button type="button" variant="primary" onClick={keep} data-autofocus>
							Keep writing
						</Button>
					</div>
				</SurfaceDialog>
			)}
		</div>
	);
};
