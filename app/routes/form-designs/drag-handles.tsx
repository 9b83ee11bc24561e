import { useSubmit } from "@remix-run/react";
import type { DragLayerProps } from "#app/routes/form-designs/drag-layer";
import { useLazy } from "#app/ui/use-lazy";

/** Lets sections and fields be dragged once the code for it is there; until then, and without it, buttons move them. */
export const DragHandles = ({ of, formId }: { of: unknown; formId: string }) => {
	const Layer = useLazy(load);
	const submit = useSubmit();
	const drop: DragLayerProps["onDrop"] = (action) => {
		const form = document.getElementById(formId);
		if (!(form instanceof HTMLFormElement)) return;
		const sent = new FormData(form);
		sent.set("do", action);
		submit(sent, { method: "post", preventScrollReset: true });
	};
	return Layer ? <Layer of={of} onDrop={drop} /> : null;
};

const load = async () => (await import("#app/routes/form-designs/drag-layer")).DragLayer;
