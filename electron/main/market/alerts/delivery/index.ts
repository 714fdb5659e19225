import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { clipboard, nativeTheme, systemPreferences, type BrowserWindow, type Session } from 'electron'
import type { Clock } from '#engine/base/clock'
import type { Fetch } from '#engine/base/http/index'
import type { Log } from '#engine/base/log/index'
import type { SecretStore } from '#engine/connection/index'
import { Delivery, messageOf, openTargetFile } from '#engine/market/alerts/delivery/index'
import type { FiredAlert } from '#shared/contract/market/alerts'
import {
  targetsCalls,
  type DeliveryState,
  type TargetsHandlers,
  type TargetsState
} from '#shared/contract/market/delivery'
import { Emitter } from '#shared/domain/base/emitter'
import { deliveryText } from '#shared/messages/delivery'
import type { CurrentSettings } from '../../../base/current-settings'
import { askToOpen } from '../../../base/dialogs'
import { createAnswer } from '../../../base/ipc/answer'
import type { AfterStartup } from '../../../base/startup/after-startup'
import type { UnsavedFiles } from '../../../base/unsaved-files'
import { TargetsWindow } from './window'

/** From other features. */
export interface DeliveryParts {
  readonly secrets: Pick<SecretStore, 'get' | 'set'>
  readonly fetch: Fetch
  readonly keepOutOfLogs: (secret: string) => void
  readonly browserOf: (windowId: string) => BrowserWindow | undefined
  readonly warn: (sentence: string) => void
}

interface DeliveryDependencies extends DeliveryParts {
  readonly unsaved: UnsavedFiles
  readonly file: string
  readonly page: string
  readonly openSession: () => Promise<Session>
  readonly clock: Clock
  readonly settings: CurrentSettings
  readonly startNotice: (sentence: string) => void
  readonly afterStartup: Pick<AfterStartup, 'after'>
  readonly log: Log
}

interface DeliveryFeature {
  readonly state: () => DeliveryState
  readonly deliver: (fired: FiredAlert, connection: string | null) => void
  readonly onChange: Emitter['on']
  /** Opens the window of the targets. */
  readonly show: (windowId: string) => Promise<null>
  readonly dispose: () => Promise<void>
}

export async function setUpDelivery(parts: DeliveryDependencies): Promise<DeliveryFeature> {
  const { clock, log, settings } = parts
  const changes = new Emitter()
  let reported: string | null = null
  const changed = () => {
    const { problem } = delivery.state
    if (problem !== null && problem !== reported) parts.warn(problem)
    reported = problem
    changes.fire()
  }
  const file = await openTargetFile(
    {
      file: parts.file,
      clock,
      onSaveStateChange: parts.unsaved.of(parts.file)
    },
    parts.secrets
  )
  if (file.notice) parts.startNotice(file.notice)
  const delivery = new Delivery({
    clock,
    random: Math.random,
    file,
    fetch: parts.fetch,
    newId: randomUUID,
    keepOutOfLogs: parts.keepOutOfLogs,
    changed,
    lost: (target, sentence) => log.warn('An alert was not delivered', { target, sentence })
  })
  const window = new TargetsWindow({
    page: parts.page,
    openSession: parts.openSession,
    answer: createAnswer({ targets: handlersOf(delivery) }, log, { targets: targetsCalls }),
    zoom: () => settings.now().zoom
  })

  function handlersOf(targets: Delivery): TargetsHandlers {
    const state = (): TargetsState => {
      return {
        targets: (file.opened?.targets ?? []).map((target) => ({
          target,
          hasSecret: file.opened?.secrets[target.id] !== undefined
        })),
        problem: targets.state.problem,
        notSaved: file.notSaved,
        appearance: appearanceOf(settings.now())
      }
    }
    return {
      async read() {
        await targets.open().catch(() => undefined)
        return state()
      },
      async save({ id, draft }) {
        return { ...(await targets.save(id, draft)), state: state() }
      },
      async switch({ id, isOn }) {
        await targets.switch(id, isOn)
        return state()
      },
      async remove({ id }) {
        await targets.remove(id)
        return state()
      },
      test: ({ id }) => targets.test(id),
      async newSecret({ id }) {
        return { ...(await targets.newSecret(id)), state: state() }
      },
      async copy({ text }) {
        await clipboard.writeText(text)
        return null
      },
      chooseProgram: () =>
        askToOpen(
          {
            title: deliveryText.programTitle,
            buttonLabel: deliveryText.programAction,
            properties: ['openFile']
          },
          window.browser
        )
    }
  }

  parts.afterStartup.after(() => void (file.isEmpty ? undefined : delivery.start()))
  return {
    state: () => delivery.state,
    deliver: (fired, connection) => delivery.deliver(messageOf(fired, randomUUID(), connection)),
    onChange: changes.on,
    async show(windowId) {
      await window.show(parts.browserOf(windowId))
      return null
    },
    async dispose() {
      window.close()
      await delivery.dispose()
      changes.dispose()
    }
  }
}

/** Beside the alerts. */
export const deliveryFile = (alerts: string) => path.join(path.dirname(alerts), 'delivery.json')

const appearanceOf = ({
  palette,
  motion
}: ReturnType<CurrentSettings['now']>): TargetsState['appearance'] => {
  const isReduced =
    motion === 'reduced' ||
    (motion === 'system' && systemPreferences.getAnimationSettings().prefersReducedMotion)
  // The theme of the settings is that of `nativeTheme`.
  return {
    theme: nativeTheme.shouldUseDarkColors ? 'dark' : 'light',
    palette,
    motion: isReduced ? 'reduced' : 'full'
  }
}
