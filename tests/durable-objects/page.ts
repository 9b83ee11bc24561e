import { expect, vi } from "vitest";
import { ping, pong } from "#durable-objects/notification-hub/contract";

/** The browser's end of a live connection, remembering all it heard. */
export interface Page {
	socket: WebSocket;
	heard: string[];
	/** The code it was closed with, if it was. */
	closed(): number | undefined;
}

/** Opens the browser's end of an answered upgrade. */
export const openPage = (response: Response): Page => {
	const socket = response.webSocket;
	if (response.status !== 101 || !socket) throw new Error(`No upgrade but ${response.status}.`);
	const heard: string[] = [];
	let code: number | undefined;
	socket.addEventListener("message", (event) => {
		if (event.data !== pong) heard.push(String(event.data));
	});
	socket.addEventListener("close", (event) => {
		code = event.code;
	});
	socket.accept();
	return { socket, heard, closed: () => code };
};

/** Says which applicant the page shows. */
export const view = (page: Page, applicantId: string | null): void =>
	page.socket.send(JSON.stringify({ type: "viewing", applicantId }));

const soon = { interval: 5, timeout: 3_000 };

/** Waits until the page has heard this last, and forgets all it heard. */
export const hears = async (page: Page, message: unknown): Promise<void> => {
	await vi.waitFor(() => expect(page.heard.map((text) => JSON.parse(text)).at(-1)).toEqual(message), soon);
	page.heard.length = 0;
};

/** Waits until the page is closed with this code. */
export const isClosedWith = (page: Page, code: number): Promise<void> =>
	vi.waitFor(() => expect(page.closed()).toBe(code), soon);

/** Waits until everything the hub has sent so far has arrived: the pong comes after it. */
export const settle = async (...pages: Page[]): Promise<void> => {
	await Promise.all(pages.map(isAnswered));
};

const isAnswered = ({ socket }: Page): Promise<void> =>
	new Promise((resolve) => {
		socket.addEventListener("message", (event) => {
			if (event.data === pong) resolve();
		});
		socket.send(ping);
	});
