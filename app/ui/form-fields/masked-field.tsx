import { Eye } from "lucide-react";
import { Button } from "#app/ui/button";
import { fieldAnchor, intentName, maskedField, revealIntent } from "#app/ui/form-fields/field-names";
import { Mask } from "#app/ui/form-view/form-value";
import { fieldLabel } from "#worker/contract/forms/form-schema";
import type { Slot } from "#worker/contract/forms/form-slots";

/** A field whose answer is sensitive: it is kept as it is, unless it is revealed and changed. */
export const MaskedField = ({ slot: { fieldId, col }, answer }: { slot: Slot; answer: unknown }) => {
	const label = fieldLabel(col);
	const id = fieldAnchor(fieldId);
	return (
		<fieldset id={id} tabIndex={-1} className="min-w-0 outline-none">
			<legend className="mb-1.5">{label}</legend>
			<input type="hidden" name={maskedField} value={fieldId} />
			<span className="flex min-h-8 flex-wrap items-center gap-x-2.5 gap-y-1">
				<Mask value={String(answer)} />
				<Button
					variant="ghost"
					size="small"
					icon={Eye}
					name={intentName}
					value={revealIntent(fieldId)}
					aria-label={`Reveal and change ${label}`}
				>
					Reveal and change
				</Button>
			</span>
		</fieldset>
	);
};
