import { KeyboardSensor, PointerSensor, useSensor, useSensors } from "@dnd-kit/core";
import { sortableKeyboardCoordinates, useSortable } from "@dnd-kit/sortable";
import { Menu } from "lucide-react";
import { useEffect } from "react";
import { createPortal } from "react-dom";
import { dragSlot } from "#app/ui/drag/drag-slot";
import { Glyph } from "#app/ui/glyph";
import { iconButtonClass } from "#app/ui/icon-button";

/** An element of the page that gets a handle. */
export interface DragSlot {
	id: string;
	name: string;
	element: HTMLElement;
}

/** Finds the slots of the page as it is drawn, in order. */
export const slotsOfPage = (): DragSlot[] =>
	[...document.querySelectorAll<HTMLElement>(`[${dragSlot}]`)].map((element) => ({
		element,
		id: element.getAttribute(dragSlot) ?? "",
		name: element.title,
	}));

/** Drags by mouse, finger and keys. */
export const useDragSensors = () =>
	useSensors(
		// why a distance: a click on the handle is no drag.
		useSensor(PointerSensor, { activationConstraint: { distance: 5 } }),
		useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
	);

export const dragInstructions =
	"Press Space to pick it up, the arrow keys to move it, Space again to drop it, and Escape to leave it where it was.";

/** The handle of one item, in its slot. The item moves while it is dragged; it is the page's own element. */
export const SortableHandle = ({ slot: { id, name, element } }: { slot: DragSlot }) => {
	const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
		id,
	});
	const item = element.closest<HTMLElement>("li");
	useEffect(() => {
		setNodeRef(item);
		return () => setNodeRef(null);
	}, [item, setNodeRef]);
	useEffect(() => {
		if (!item) return;
		item.style.transform = transform ? `translate(${transform.x}px, ${transform.y}px)` : "";
		item.style.transition = transform && !isStill() ? (transition ?? "") : "";
		item.style.position = isDragging ? "relative" : "";
		item.style.zIndex = isDragging ? "10" : "";
		item.style.opacity = isDragging ? "0.8" : "";
	}, [item, transform, transition, isDragging]);
	return createPortal(
		<button
			type="button"
			ref={setActivatorNodeRef}
			{...attributes}
			{...listeners}
			aria-label={`Drag ${name}`}
			title={`Drag ${name}`}
			className={iconButtonClass("small", "cursor-grab touch-none")}
		>
			<Glyph icon={Menu} />
		</button>,
		element,
	);
};

const isStill = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
