import { DurableObject } from "cloudflare:workers";
import {
	closeCodes,
	type HubMessage,
	maxMessageBytes,
	maxSocketsPerUser,
	ping,
	pong,
} from "#durable-objects/notification-hub/contract";
import { type Member, readIntroduction, sessionTag, userTag } from "#durable-objects/notification-hub/member";
import { closeAnswer, othersFor, peopleOf, readPageMessage, sizeOf } from "#durable-objects/notification-hub/wire";
import type { Env } from "#worker/env";

interface OpenSocket extends Member {
	socket: WebSocket;
}

/**
 * The open pages of an organisation. Tells them that something changed, and who else looks at the same applicant.
 * why: it sleeps between messages, so all it knows of a socket is in the socket's tags and attachment.
 */
export class NotificationHub extends DurableObject<Env> {
	constructor(ctx: DurableObjectState, env: Env) {
		super(ctx, env);
		ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(ping, pong));
	}

	/** Takes an upgrade that the Worker has authenticated; its headers say whose it is (`hubHeaders`). */
	override async fetch(request: Request): Promise<Response> {
		const user = readIntroduction(request.headers);
		const own = this.open(userTag(user.userId)).sort((a, b) => a.openedAt - b.openedAt);
		this.dismiss(own.slice(0, Math.max(0, own.length + 1 - maxSocketsPerUser)), closeCodes.tooMany);
		const { 0: client, 1: server } = new WebSocketPair();
		this.ctx.acceptWebSocket(server, [userTag(user.userId), sessionTag(user.sessionId)]);
		const openedAt = Math.max(Date.now(), (own.at(-1)?.openedAt ?? 0) + 1);
		const member: Member = { ...user, openedAt, viewing: null };
		server.serializeAttachment(member);
		if (user.expiresAt <= Date.now()) this.dismiss([{ ...member, socket: server }], closeCodes.sessionEnded);
		else await this.wakeBy(user.expiresAt);
		return new Response(null, { status: 101, webSocket: client });
	}

	/** Closes the sockets whose session has run out. why: whoever sends a hint then needs to look at no session. */
	override async alarm(): Promise<void> {
		const now = Date.now();
		const open = this.open();
		try {
			this.dismiss(
				open.filter(({ expiresAt }) => expiresAt <= now),
				closeCodes.sessionEnded,
			);
		} finally {
			const next = Math.min(...open.map(({ expiresAt }) => expiresAt).filter((expiresAt) => expiresAt > now));
			if (next < Number.POSITIVE_INFINITY) await this.ctx.storage.setAlarm(next);
		}
	}

	/** Tells every page of these users. */
	notify(userIds: readonly string[], message: HubMessage = { type: "changed" }): void {
		const text = JSON.stringify(message);
		for (const userId of new Set(userIds)) for (const socket of this.listening(userTag(userId))) socket.send(text);
	}

	/** Tells every page of the organisation. */
	broadcast(message: HubMessage): void {
		const text = JSON.stringify(message);
		for (const socket of this.listening()) socket.send(text);
	}

	/** Closes every page of a user: blocked, or changed in what they may do. */
	closeUser(userId: string, code: number = closeCodes.sessionEnded): void {
		this.dismiss(this.open(userTag(userId)), code);
	}

	/** Closes every page of one sign-in: logged out. */
	closeSession(sessionId: string, code: number = closeCodes.sessionEnded): void {
		this.dismiss(this.open(sessionTag(sessionId)), code);
	}

	override webSocketMessage(socket: WebSocket, data: string | ArrayBuffer): void {
		const member: Member = socket.deserializeAttachment();
		const reason = refusal(member, data);
		if (reason) {
			this.dismiss([{ ...member, socket }], reason);
			return;
		}
		const message = readPageMessage(data);
		if (!message || !member.seesOthers || message.applicantId === member.viewing) return;
		socket.serializeAttachment({ ...member, viewing: message.applicantId });
		this.tellViewers([member.viewing, message.applicantId]);
	}

	override webSocketClose(socket: WebSocket, code: number): void {
		socket.close(closeAnswer(code));
		this.leave(socket);
	}

	override webSocketError(socket: WebSocket): void {
		this.leave(socket);
	}

	/** Sees to it that the alarm rings by then. */
	private async wakeBy(time: number): Promise<void> {
		const { storage } = this.ctx;
		const alarm = await storage.getAlarm();
		if (alarm === null || alarm > time) await storage.setAlarm(time);
	}

	/** The sockets with a tag, or all. why: one is listed until its peer has answered the close. */
	private listening(tag?: string): WebSocket[] {
		return this.ctx.getWebSockets(tag).filter(({ readyState }) => readyState === WebSocket.OPEN);
	}

	/** The sockets with a tag, or all, with whom they belong to. why: unpacking a thousand takes longer than a hint may. */
	private open(tag?: string): OpenSocket[] {
		return this.listening(tag).map((socket) => ({ ...(socket.deserializeAttachment() as Member), socket }));
	}

	private dismiss(sockets: readonly OpenSocket[], code: number): void {
		for (const { socket, ...member } of sockets) {
			socket.close(code);
			socket.serializeAttachment({ ...member, viewing: null });
		}
		this.tellViewers(sockets.map(({ viewing }) => viewing));
	}

	private leave(socket: WebSocket): void {
		const member: Member = socket.deserializeAttachment();
		socket.serializeAttachment({ ...member, viewing: null });
		this.tellViewers([member.viewing]);
	}

	/** Tells everyone who looks at these applicants who the others are. */
	private tellViewers(applicantIds: readonly (string | null)[]): void {
		const concerned = new Set(applicantIds.filter((id) => id !== null));
		if (concerned.size === 0) return;
		const viewers = Map.groupBy(this.open(), ({ viewing }) => viewing);
		for (const applicantId of concerned) {
			const present = viewers.get(applicantId) ?? [];
			const people = peopleOf(present);
			for (const { socket, userId } of present) {
				const message: HubMessage = { type: "presence", applicantId, people: othersFor(userId, people) };
				socket.send(JSON.stringify(message));
			}
		}
	}
}

/** The code to close a socket with for sending this, or undefined. */
const refusal = (member: Member, data: string | ArrayBuffer): number | undefined => {
	if (sizeOf(data) > maxMessageBytes) return closeCodes.tooLarge;
	if (member.expiresAt <= Date.now()) return closeCodes.sessionEnded;
	return undefined;
};
