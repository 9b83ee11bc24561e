import {
	type Announcements,
	type CollisionDetection,
	closestCenter,
	DndContext,
	type DragEndEvent,
	pointerWithin,
	type UniqueIdentifier,
} from "@dnd-kit/core";
import { SortableContext, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { useLayoutEffect, useMemo, useState } from "react";
import { readDragged } from "#app/routes/form-designs/dragged";
import {
	type DragSlot,
	dragInstructions,
	SortableHandle,
	slotsOfPage,
	useDragSensors,
} from "#app/ui/drag/sortable-handle";

export interface DragLayerProps {
	/** Changes where the lists do. */
	of: unknown;
	/** Sends what was dropped where, as a button of the editor would. */
	onDrop(action: string): void;
}

/**
 * Lets the sections and fields of the page be dragged by mouse, finger or keys: it puts a handle into each slot that the
 * page has for one. The page stays as it is drawn, and its move buttons do the same.
 */
export const DragLayer = ({ of, onDrop }: DragLayerProps) => {
	const [slots, setSlots] = useState<DragSlot[]>([]);
	// biome-ignore lint/correctness/useExhaustiveDependencies: the slots are those of the lists as they are now.
	useLayoutEffect(() => setSlots(slotsOfPage()), [of]);
	const sensors = useDragSensors();
	const fields = slots.filter(({ id }) => readDragged(id).kind === "field");
	const sections = slots.filter(({ id }) => readDragged(id).kind === "section");
	const announcements = useMemo(() => announcementsOf(slots), [slots]);
	const drop = ({ active, over }: DragEndEvent) => {
		const action = over && actionOf(slots, String(active.id), String(over.id));
		if (action) onDrop(action);
	};
	return (
		<DndContext
			id="form-design"
			sensors={sensors}
			collisionDetection={collide}
			onDragEnd={drop}
			accessibility={{ announcements, screenReaderInstructions: { draggable: dragInstructions } }}
		>
			{[sections, fields].map((list, index) => (
				<SortableContext
					key={index === 0 ? "sections" : "fields"}
					items={list.map(({ id }) => id)}
					strategy={verticalListSortingStrategy}
				>
					{list.map((slot) => (
						<SortableHandle key={slot.id} slot={slot} />
					))}
				</SortableContext>
			))}
		</DndContext>
	);
};

/** A section lands among sections; a field among fields, or in the section that the pointer is on. */
const collide: CollisionDetection = (args) => {
	const isSection = (id: UniqueIdentifier) => readDragged(String(id)).kind === "section";
	const sections = args.droppableContainers.filter(({ id }) => isSection(id));
	if (isSection(args.active.id)) return closestCenter({ ...args, droppableContainers: sections });
	const on = pointerWithin({ ...args, droppableContainers: sections });
	if (on.length > 0) return on;
	return closestCenter({ ...args, droppableContainers: args.droppableContainers.filter(({ id }) => !isSection(id)) });
};

/** Returns what the editor does with a drop; undefined where nothing moves. */
const actionOf = (slots: readonly DragSlot[], active: string, over: string): string | undefined => {
	const [dragged, target] = [readDragged(active), readDragged(over)];
	const at = (id: string) => slots.findIndex((slot) => slot.id === id);
	const side = at(active) < at(over) ? "after" : "before";
	if (active === over) return undefined;
	if (dragged.kind === "section") return `put-section ${dragged.sectionId} ${side} ${target.sectionId}`;
	const field = `${dragged.sectionId} ${dragged.fieldId}`;
	if (target.kind === "field") return `put-field ${field} ${side} ${target.sectionId} ${target.fieldId}`;
	return target.sectionId === dragged.sectionId ? undefined : `put-field ${field} into ${target.sectionId}`;
};

const announcementsOf = (slots: readonly DragSlot[]): Announcements => {
	const nameOf = (id: UniqueIdentifier) => slots.find((slot) => slot.id === id)?.name ?? "";
	const placeOf = (id: UniqueIdentifier | undefined) => {
		const slot = slots.find((one) => one.id === id);
		if (!slot) return "over no place";
		const list = slots.filter((one) => readDragged(one.id).kind === readDragged(slot.id).kind);
		return `at the place of ${slot.name}, ${list.indexOf(slot) + 1} of ${list.length}`;
	};
	return {
		onDragStart: ({ active }) => `${nameOf(active.id)} was picked up.`,
		onDragOver: ({ active, over }) => `${nameOf(active.id)} is ${placeOf(over?.id)}.`,
		onDragEnd: ({ active, over }) => `${nameOf(active.id)} was dropped ${placeOf(over?.id)}.`,
		onDragCancel: ({ active }) => `${nameOf(active.id)} stays where it was.`,
	};
};
